import type { FormWidget } from './form.ts';

/** The name of a widget for people: its label, else its key, else its JSON pointer. */
export function widgetName({ meta, key, place }: Pick<FormWidget, 'meta' | 'key' | 'place'>): string {
  return meta.label || key || place;
}

/** Turns a key into words: 'submissionDate' and 'submission_date' become 'submission date'. */
export function keyInWords(key: string): string {
  return key
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .trim()
    .toLowerCase();
}
