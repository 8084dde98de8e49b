import type { WidgetType } from '#schemas/generated/widgets.ts';

/** The palette, in the order in which it is read. */
export const palette: readonly { title: string; types: readonly WidgetType[] }[] = [
  { title: 'Fields', types: ['text_input', 'number_input', 'date_input', 'time_input', 'checkbox'] },
  { title: 'Choices', types: ['select', 'radio', 'multiple_select', 'checkboxes', 'tags_input'] },
  { title: 'Groups', types: ['container', 'collection', 'table', 'modal'] },
  { title: 'To read', types: ['banner', 'markdown'] },
  { title: 'More', types: ['file_input', 'multiple_file_input', 'password_input'] },
];

/** A property's name as a person reads it: floatingSuffix is 'Floating suffix'. */
export function propertyWords(key: string): string {
  const words = key.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
