import type { Property } from '#schemas/generated/vocabulary.ts';

type TextProperty = Pick<Property, 'format' | 'x-expects'>;

/** Which keyboard a phone shows for a text: by what the schema says that it is or should be. */
export function inputModeOf({ format, 'x-expects': expects }: TextProperty): 'email' | 'tel' | 'url' | 'text' {
  if (format === 'email') return 'email';
  if (format === 'phone' || expects === 'phone') return 'tel';
  return expects === 'website' ? 'url' : 'text';
}
