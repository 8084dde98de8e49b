import type { WidgetType } from '../../generated/widgets.ts';
import { checkbox } from './checkbox.ts';
import { choice } from './choice.ts';
import { choices } from './choices.ts';
import { date } from './date.ts';
import { file, files } from './file.ts';
import { content, elements, layout, rowLimits } from './inside.ts';
import type { WidgetKind } from './kind.ts';
import { number } from './number.ts';
import { tags } from './tags.ts';
import { password, text } from './text.ts';
import { time } from './time.ts';

/** What each type of widget means to the engine. A new type does not compile until it has a row here. */
export const widgetKinds: { readonly [T in WidgetType]: WidgetKind<T> } = {
  text_input: text,
  number_input: number,
  date_input: date,
  time_input: time,
  password_input: password,
  tags_input: tags,
  file_input: file,
  multiple_file_input: files,
  select: choice,
  radio: choice,
  multiple_select: choices,
  checkbox: checkbox,
  checkboxes: choices,
  container: { holds: 'group', inside: layout },
  collection: { holds: 'rows', inside: elements, limits: rowLimits },
  table: { holds: 'rows', inside: elements, limits: rowLimits },
  modal: { holds: 'group', inside: content },
  banner: { holds: 'nothing' },
  markdown: { holds: 'nothing' },
};
