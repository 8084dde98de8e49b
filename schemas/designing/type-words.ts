import type { WidgetType } from '../generated/widgets.ts';

/** The name and the description of each widget type for authors. */
export const typeWords: Record<WidgetType, { name: string; about: string }> = {
  text_input: { name: 'Text', about: 'Single-line or multi-line text' },
  number_input: { name: 'Number', about: 'A number, with limits and decimals' },
  date_input: { name: 'Date', about: 'A day, a month, or a date and time' },
  time_input: { name: 'Time', about: 'A time of day' },
  checkbox: { name: 'Checkbox', about: 'Yes or no' },
  select: { name: 'Select', about: 'One option from a long list' },
  radio: { name: 'Radio buttons', about: 'One option from a short list, all visible' },
  multiple_select: { name: 'Select several', about: 'Several options from a long list' },
  checkboxes: { name: 'Checkboxes', about: 'Several options from a short list' },
  tags_input: { name: 'Tags', about: 'Free-text tags' },
  file_input: { name: 'File', about: 'Upload of one file' },
  multiple_file_input: { name: 'Files', about: 'Upload of several files' },
  password_input: { name: 'Password', about: 'A secret value, stored encrypted' },
  container: { name: 'Container', about: 'Fields in rows and columns' },
  collection: { name: 'Collection', about: 'A repeatable group of fields' },
  table: { name: 'Table', about: 'Repeatable rows with columns' },
  modal: { name: 'Modal', about: 'Fields in a separate dialog' },
  banner: { name: 'Banner', about: 'A highlighted notice' },
  markdown: { name: 'Text block', about: 'Formatted text to read' },
};
