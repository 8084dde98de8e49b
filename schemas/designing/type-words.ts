import type { WidgetType } from '../generated/widgets.ts';

/** The name and the description of each widget type for authors. */
export const typeWords: Record<WidgetType, { name: string; about: string }> = {
  text_input: { name: 'Text', about: 'A line or an area of text' },
  number_input: { name: 'Number', about: 'A number, with limits and decimals' },
  date_input: { name: 'Date', about: 'A day, month or moment' },
  time_input: { name: 'Time', about: 'A time of day' },
  checkbox: { name: 'Checkbox', about: 'Yes or no' },
  select: { name: 'Select', about: 'One of many options' },
  radio: { name: 'Radio buttons', about: 'One of a few options, all in sight' },
  multiple_select: { name: 'Select several', about: 'Several of many options' },
  checkboxes: { name: 'Checkboxes', about: 'Several of a few options' },
  tags_input: { name: 'Tags', about: 'Texts of one’s own' },
  file_input: { name: 'File', about: 'One upload' },
  multiple_file_input: { name: 'Files', about: 'Several uploads' },
  password_input: { name: 'Password', about: 'A secret, kept encrypted' },
  container: { name: 'Container', about: 'Fields in rows and columns' },
  collection: { name: 'Collection', about: 'The same fields again and again' },
  table: { name: 'Table', about: 'Rows of the same columns' },
  modal: { name: 'Modal', about: 'Fields in a dialog of their own' },
  banner: { name: 'Banner', about: 'A notice in a frame' },
  markdown: { name: 'Text block', about: 'Formatted text to read' },
};
