import type { SoundWidget } from './form.ts';

/** What scripts take a value for (the rules language, part 5). */
export type Type =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'duration'
  | 'any'
  | { list: Type }
  | { record: { [key: string]: Type } };

/** The scripts of one widget. */
export interface WidgetScripts {
  readonly condition: Script | null;
  readonly validation: Script | null;
  readonly initial: Script | null;
}

/** A script of a form: what it says, and what it reads. */
export interface Script {
  readonly widget: SoundWidget;
  readonly kind: keyof WidgetScripts;
  readonly source: string;
}
