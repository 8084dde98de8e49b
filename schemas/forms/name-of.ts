import type { FormWidget } from './form.ts';

/** How a person knows a widget: by its label, else its key, else its place in the form. */
export function nameOf({ meta, key, place }: Pick<FormWidget, 'meta' | 'key' | 'place'>): string {
  return meta.label || key || place;
}
