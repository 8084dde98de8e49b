import { expect, it } from 'vitest';
import { createFormReader } from './form-reader.ts';
import { readForm } from './read-form.ts';

const field = (type: string, key: string, meta: object = {}) => ({ type, meta: { key, label: key, ...meta } });
const schemaOf = (...widgets: object[]) => ({
  version: 1,
  root: {
    type: 'container',
    config: { layout: widgets.map((widget) => ({ columns: [{ ratio: 1, widget }] })) },
  },
});
const least = { validationScript: 'if this < $floor { reject }' };
const long = { validationScript: 'if this:length > 9 { reject }' };

const scriptsOf = (form: ReturnType<typeof readForm>) => form.scripts.map(({ validation }) => validation?.run ?? null);

it('a form that is read again compiles nothing but what has changed', () => {
  const read = createFormReader();
  const first = scriptsOf(
    read(
      schemaOf(field('number_input', 'floor'), field('number_input', 'sum', least), field('text_input', 'name', long)),
    ),
  );
  const labelled = schemaOf(
    field('number_input', 'floor', { label: 'Other' }),
    field('number_input', 'sum', least),
    field('text_input', 'name', long),
    field('text_input', 'more'),
  );
  expect(scriptsOf(read(labelled)).slice(0, 4)).toEqual(first);
  const typed = scriptsOf(
    read(
      schemaOf(
        field('number_input', 'floor'),
        field('number_input', 'sum', { validationScript: 'if this < $floor + 1 { reject }' }),
        field('text_input', 'name', long),
      ),
    ),
  );
  expect(typed[3]).toBe(first[3]);
  expect(typed[2]).not.toBe(first[2]);
});

it('what a script reads may not have become something else', () => {
  const read = createFormReader();
  const first = read(schemaOf(field('number_input', 'floor'), field('number_input', 'sum', least)));
  const other = schemaOf(field('text_input', 'floor'), field('number_input', 'sum', least));
  expect(scriptsOf(read(other))[2]).not.toBe(scriptsOf(first)[2]);
  const gone = schemaOf(field('number_input', 'sum', least));
  expect(read(gone).problems).toEqual(readForm(gone).problems);
  expect(read(gone).problems).toHaveLength(1);
});
