import type { WidgetType } from '../../generated/widgets.ts';
import { checkbox } from './checkbox.ts';
import { choice } from './choice.ts';
import { date } from './date.ts';
import { elements, layout, rowLimits } from './inside.ts';
import type { Kind } from './kind.ts';
import { number } from './number.ts';
import { text } from './text.ts';

/** What each type of widget means to the engine. A new type does not compile until it has its row here. */
export const kinds: { readonly [T in WidgetType]: Kind<T> } = {
  text_input: text,
  number_input: number,
  date_input: date,
  select: choice,
  radio: choice,
  checkbox: checkbox,
  container: { holds: 'group', inside: layout },
  collection: { holds: 'rows', inside: elements, limits: rowLimits },
  banner: { holds: 'nothing' },
  markdown: { holds: 'nothing' },
};
