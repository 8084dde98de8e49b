import type { FormWidget } from './form.ts';

/** The name of a widget for people: its label, else its key, else its JSON pointer. */
export function widgetName({ meta, key, place }: Pick<FormWidget, 'meta' | 'key' | 'place'>): string {
  return meta.label || key || place;
}
