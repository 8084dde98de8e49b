import { expect, it } from 'vitest';
import { collection, container, contextOf, schemaOf, widget } from '#tests/forms/written.ts';
import { readForm } from './read-form.ts';
import { withWidgetIds } from './with-widget-ids.ts';

it('gives each widget without an id one of its own, and leaves the rest as it was', () => {
  const written = schemaOf(
    { ...widget('text_input', 'a'), id: 'kept' },
    collection('lines', [widget('checkbox', 'b')]),
    { type: 'unknown' },
  );
  const given = withWidgetIds(written, contextOf().idOf);
  const { widgets } = readForm(given);
  const ids = widgets.flatMap(({ type, id }) => (type === 'broken' ? [] : [id]));
  expect(new Set(ids).size).toBe(5);
  expect(ids).toContain('kept');
  expect(JSON.stringify(written)).not.toContain('row');
  expect(withWidgetIds(given, contextOf().idOf)).toEqual(given);
});

it.each([undefined, null, 7, [], { root: 3 }, container([])])(
  'leaves %j alone where there is no widget to find',
  (any) => {
    expect(() => withWidgetIds(any, contextOf().idOf)).not.toThrow();
  },
);
