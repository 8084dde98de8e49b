import { expect, it } from 'vitest';
import { collection, container, schemaOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { readForm } from './read-form.ts';
import { withWidgetIds } from './read-form-without-scripts.ts';

it('withWidgetIds adds an id to each widget without one, and changes nothing else', () => {
  const formSchema = schemaOf(
    { ...widget('text_input', 'a'), id: 'kept' },
    collection('lines', [widget('checkbox', 'b')]),
    { type: 'unknown' },
  );
  const result = withWidgetIds(formSchema, testContext().idOf);
  const { widgets } = readForm(result);
  const ids = widgets.flatMap(({ type, id }) => (type === 'broken' ? [] : [id]));
  expect(new Set(ids).size).toBe(5);
  expect(ids).toContain('kept');
  expect(JSON.stringify(formSchema)).not.toContain('row');
  expect(withWidgetIds(result, testContext().idOf)).toEqual(result);
});

it.each([undefined, null, 7, [], { root: 3 }, container([])])(
  'withWidgetIds leaves %j unchanged, which has no widgets',
  (any) => {
    expect(() => withWidgetIds(any, testContext().idOf)).not.toThrow();
  },
);
