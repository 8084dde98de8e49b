import { describe, expect, it } from 'vitest';
import { collection, container, formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { createFormStore } from '../../forms/store/createFormStore.ts';
import { groupedProblems, sectionsOf } from './sections.ts';

const part = (label: string, ...widgets: unknown[]) => ({ ...container(widgets), meta: { label } });
const form = formOf(
  part('When', widget('text_input', 'start')),
  part('Where', collection('flights', [widget('text_input', 'station')], {}, { label: 'Flight' })),
  widget('text_input', 'notes'),
);
const store = createFormStore({ form, values: { flights: [{ _id: 'a' }, { _id: 'b' }] }, context: testContext() });
const line = { id: 'l', product: 'p', key: 'radio_spots', data: {} };
const problems = ['/client', '/formData/start', '/formData/flights/1/station', '/formData/notes', '/products/0'].map(
  (path) => ({ path, value: null, message: 'Missing' }),
);

describe('the problems of an order', () => {
  it('are grouped by section, row and line, in page order', () => {
    expect(groupedProblems(problems, store, [line]).map(({ name }) => name)).toEqual([
      'Client',
      'When',
      'Where, Flight 2',
      'The form',
      'Products, Radio spots',
    ]);
  });

  it('are counted once per section and in the total', () => {
    const sections = sectionsOf(problems, store, [line]);
    expect(sections.map(({ name, missing }) => `${name} ${missing}`)).toEqual([
      'Client 1',
      'When 1',
      'Where 1',
      'The rest of the form 1',
      'Products (1) 1',
    ]);
    expect(sectionsOf([], store, []).map(({ name }) => name)).toEqual(['When', 'Where', 'Products']);
  });
});
