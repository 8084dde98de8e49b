import type { Input, Outline, RunOptions, RunResult } from '#grammar/index.ts';
import type { ScriptRunner } from './filling/run-script.ts';
import type { SoundWidget } from './form.ts';

/** The scripts of one widget. */
export interface WidgetScripts {
  readonly condition: Script | null;
  readonly validation: Script | null;
  readonly initial: Script | null;
}

export const noScripts: WidgetScripts = { condition: null, validation: null, initial: null };

/** A script of a form, compiled, and what it reads. */
export interface Script {
  readonly widget: SoundWidget;
  readonly kind: keyof WidgetScripts;
  readonly source: string;
  /** Its JSON pointer in the formSchema. */
  readonly place: string;
  /** Runs it; nothing when it did not compile. What only runs scripts so need not bring the language along. */
  readonly run: ((input: Input, options: RunOptions) => RunResult) | null;
  /** How it is built, for who tells in words what it did; nothing while the language is on its way. */
  readonly outline: (() => Outline) | null;
  /** Why it cannot run at all. */
  readonly failure: string | null;
  readonly reads: readonly Read[];
  /** What it reads that is in no field: names out of client, user, channel and order. */
  readonly asks: readonly string[];
  readonly runner: ScriptRunner;
  /** The rules language is still on its way: until then nobody knows what the script says. */
  readonly isAwaited?: true;
}

/** A widget whose value or visibility a script reads. */
export interface Read {
  readonly widget: SoundWidget;
  /** How many rows around the reader it shares with what it reads: 0 when it reads from the whole form. */
  readonly shared: number;
}

/** A script that a change concerns, in the rows that share the first `shared` rows with what changed. */
export interface Reader {
  readonly script: Script;
  readonly shared: number;
}
