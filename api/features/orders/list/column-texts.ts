import { columnValue } from '#schemas/forms/column-paths.ts';
import { widgetAtPath } from '#schemas/forms/widget-at-path.ts';
import type { Form, JsonMap, Order } from '#schemas/generated/types.ts';
import { cachedForm } from '../../forms/read-forms.ts';

/** Maximum length of an order's display name. */
const maxName = 200;
/** Maximum length of the searchable text. The number of search words is limited far below that. */
const maxText = 2_000;

/** Widgets with searchable text. Times and passwords are not searched. */
const textWidgets = new Set<string>(['text_input', 'tags_input', 'radio', 'select', 'checkboxes', 'multiple_select']);

/** The display name (`campaign`) and the searchable text of an order, from the text columns of its form (design 7). */
export function searchableTexts(form: Form | null | undefined, data: JsonMap): Pick<Order, 'campaign' | 'columnTexts'> {
  const columns = form ? textColumns(form) : [];
  const columnTexts = columns.map(({ path, isWritten }) => ({ isWritten, texts: textsIn(columnValue(data, path)) }));
  const name = columnTexts
    .find(({ isWritten }) => isWritten)
    ?.texts[0]?.trim()
    .slice(0, maxName);
  const texts = columnTexts.flatMap(({ texts: each }) => each);
  return { campaign: name || null, columnTexts: texts.join('\n').slice(0, maxText) };
}

/** The table columns with text. `isWritten`: free text in a single field, as in a title. */
function textColumns({ tableColumns, ...form }: Form): { path: string; isWritten: boolean }[] {
  const read = cachedForm({ tableColumns, ...form });
  return tableColumns.flatMap(({ path }) => {
    const found = widgetAtPath(read, path.split('.'));
    if (!found || !textWidgets.has(found.widget.type)) return [];
    return [{ path, isWritten: found.widget.type === 'text_input' && !found.isRepeated }];
  });
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(textsIn) : typeof value === 'string' && value !== '' ? [value] : [];
