import type { Property } from '#schemas/generated/vocabulary.ts';

type TextProperty = Pick<Property, 'format' | 'x-expects'>;

/** The `inputMode` of a text input (virtual keyboard), derived from its schema. */
export function inputModeOf({ format, 'x-expects': expects }: TextProperty): 'email' | 'tel' | 'url' | 'text' {
  if (format === 'email') return 'email';
  if (format === 'phone' || expects === 'phone') return 'tel';
  return expects === 'website' ? 'url' : 'text';
}
