import { columnValue } from '#schemas/forms/column-paths.ts';
import { valueAt } from '#schemas/forms/value-at.ts';
import type { Form, JsonMap, Order } from '#schemas/generated/types.ts';
import { readOnce } from '../forms/read-forms.ts';

/** Characters of what lists call an order by. */
const longestName = 200;
/** Characters that an order is found by: its words are cut off far below that. */
const longestText = 2_000;

/** What a person wrote or chose in these is text; a time or a password is none that one looks for. */
const told = new Set<string>(['text_input', 'tags_input', 'radio', 'select', 'checkboxes', 'multiple_select']);

/** What lists call an order by, and what it is found by: the texts in the table columns of its form (design 7), whichever form it is on. */
export function columnTextsOf(form: Form | null | undefined, data: JsonMap): Pick<Order, 'campaign' | 'columnTexts'> {
  const columns = form ? textColumns(form) : [];
  const found = columns.map(({ path, isWritten }) => ({ isWritten, texts: textsIn(columnValue(data, path)) }));
  const name = found
    .find(({ isWritten }) => isWritten)
    ?.texts[0]?.trim()
    .slice(0, longestName);
  const texts = found.flatMap(({ texts: each }) => each);
  return { campaign: name || null, columnTexts: texts.join('\n').slice(0, longestText) };
}

/** The table columns that hold texts, and whether these are written freely and once, as the name of something is. */
function textColumns({ tableColumns, ...form }: Form): { path: string; isWritten: boolean }[] {
  const read = readOnce({ tableColumns, ...form });
  return tableColumns.flatMap(({ path }) => {
    const found = valueAt(read, path.split('.'));
    if (!found || !told.has(found.widget.type)) return [];
    return [{ path, isWritten: found.widget.type === 'text_input' && !found.isRepeated }];
  });
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(textsIn) : typeof value === 'string' && value !== '' ? [value] : [];
