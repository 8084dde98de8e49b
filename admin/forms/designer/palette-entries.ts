import { typeWords } from '#schemas/designing/type-words.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';

/** Palette entry: a widget type, possibly with preset config. */
export interface PaletteEntry {
  type: WidgetType;
  name: string;
  about: string;
  config?: JsonMap;
}

const entry = (type: WidgetType): PaletteEntry => ({ type, ...typeWords[type] });
const entries = (...types: WidgetType[]): PaletteEntry[] => types.map(entry);

/** A checkbox with Yes and No as answers. */
const yesNoQuestion: PaletteEntry = {
  type: 'checkbox',
  name: 'Yes/no question',
  about: 'Yes or No, with neither selected at first',
  config: { presentation: 'yes_no' },
};

/** The palette, in display order. */
export const palette: readonly { title: string; entries: readonly PaletteEntry[] }[] = [
  { title: 'Fields', entries: entries('text_input', 'number_input', 'date_input', 'time_input', 'checkbox') },
  {
    title: 'Choices',
    entries: [yesNoQuestion, ...entries('select', 'radio', 'multiple_select', 'checkboxes', 'tags_input')],
  },
  { title: 'Groups', entries: entries('container', 'collection', 'table', 'modal') },
  { title: 'Text and notices', entries: entries('banner', 'markdown') },
  { title: 'More', entries: entries('file_input', 'multiple_file_input', 'password_input') },
];

/** Every widget type once, in palette order. */
export const paletteTypes: readonly WidgetType[] = [
  ...new Set(palette.flatMap((group) => group.entries.map(({ type }) => type))),
];

/** Converts a key to a label: floatingSuffix -> 'Floating suffix'. */
export function propertyLabel(key: string): string {
  const words = key.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
