import { expect, it } from 'vitest';
import { container, formOf, table, widget } from '#tests/forms/form-builders.ts';
import { columnGroups, tableColumns } from './columns.ts';

const columns = () => {
  const inner = container([widget('text_input', 'b'), widget('text_input', 'c')], {}, { key: 'in', label: 'Inner' });
  const hidden = container([widget('text_input', 'd')], { hidden: true });
  const form = formOf(
    table('rows', [widget('text_input', 'a'), inner, hidden, widget('text_input', 'e', { hidden: true })]),
  );
  const found = form.widgets.find((each) => each.type === 'table');
  return found?.type === 'table' ? tableColumns(found) : [];
};

it('columnsOf returns a column per visible field, including fields in containers', () => {
  expect(columns().map((column) => column.widget.type !== 'broken' && column.widget.key)).toEqual(['a', 'b', 'c']);
  expect(columns().map(({ ratio }) => ratio)).toEqual([1, 1, 1]);
});

it('groupsOf groups the columns of a container under its label', () => {
  expect(columnGroups(columns()).map((group) => [group.container?.meta.label, group.columns.length])).toEqual([
    [undefined, 1],
    ['Inner', 2],
  ]);
});
