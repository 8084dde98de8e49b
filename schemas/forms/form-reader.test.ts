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
const floorScript = { validationScript: 'if this < $floor { reject }' };
const lengthScript = { validationScript: 'if this:length > 9 { reject }' };

const scriptsOf = (form: ReturnType<typeof readForm>) => form.scripts.map(({ validation }) => validation?.run ?? null);

it('createFormReader compiles only what has changed since the last reading', () => {
  const read = createFormReader();
  const first = scriptsOf(
    read(
      schemaOf(
        field('number_input', 'floor'),
        field('number_input', 'sum', floorScript),
        field('text_input', 'name', lengthScript),
      ),
    ),
  );
  const labelled = schemaOf(
    field('number_input', 'floor', { label: 'Other' }),
    field('number_input', 'sum', floorScript),
    field('text_input', 'name', lengthScript),
    field('text_input', 'more'),
  );
  expect(scriptsOf(read(labelled)).slice(0, 4)).toEqual(first);
  const edited = scriptsOf(
    read(
      schemaOf(
        field('number_input', 'floor'),
        field('number_input', 'sum', { validationScript: 'if this < $floor + 1 { reject }' }),
        field('text_input', 'name', lengthScript),
      ),
    ),
  );
  expect(edited[3]).toBe(first[3]);
  expect(edited[2]).not.toBe(first[2]);
});

it('createFormReader compiles a script again if the type of something it reads has changed', () => {
  const read = createFormReader();
  const first = read(schemaOf(field('number_input', 'floor'), field('number_input', 'sum', floorScript)));
  const other = schemaOf(field('text_input', 'floor'), field('number_input', 'sum', floorScript));
  expect(scriptsOf(read(other))[2]).not.toBe(scriptsOf(first)[2]);
  const withoutFloor = schemaOf(field('number_input', 'sum', floorScript));
  expect(read(withoutFloor).problems).toEqual(readForm(withoutFloor).problems);
  expect(read(withoutFloor).problems).toHaveLength(1);
});
