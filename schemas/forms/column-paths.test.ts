import { expect, it } from 'vitest';
import { collection, schemaOf, widget } from '#tests/forms/form-builders.ts';
import { columnPaths, columnValue } from './column-paths.ts';
import { readForm } from './read-form.ts';
import { widgetAtPath } from './widget-at-path.ts';

const form = readForm(
  schemaOf(
    widget('text_input', 'name'),
    widget('password_input', 'secret'),
    {
      type: 'container',
      meta: { key: 'contact' },
      config: { layout: [{ columns: [{ widget: widget('text_input', 'email') }] }] },
    },
    collection('spots', [widget('number_input', 'price')]),
    { type: 'banner', meta: { key: 'note' } },
  ),
);

it('columnPaths lists the value fields except passwords, by the path that lists read', () => {
  const fields = columnPaths(form);
  expect(fields.map(({ path }) => path)).toEqual(['name', 'contact.email', 'spots.price']);
  for (const { path, widget: found } of fields) expect(widgetAtPath(form, path.split('.'))?.widget).toBe(found);
});

it("columnValue reads a path in an order's data; for a list, the value in each row", () => {
  const data = { name: 'A', contact: { email: 'a@example.com' }, spots: [{ price: 1 }, {}, { price: 3 }] };
  expect(columnPaths(form).map(({ path }) => columnValue(data, path))).toEqual([
    'A',
    'a@example.com',
    [1, undefined, 3],
  ]);
  expect(columnValue(data, '__proto__.x')).toBeUndefined();
});
