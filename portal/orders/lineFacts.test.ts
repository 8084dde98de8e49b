import { describe, expect, it } from 'vitest';
import { lineFacts } from './lineFacts.ts';

const own = {
  type: 'object',
  properties: { months: { type: 'integer', title: 'Months' }, weekend: { type: 'boolean' } },
};
const parent = { type: 'object', properties: { budget: { type: 'number', title: 'Monthly budget' } } };

describe("a line's data", () => {
  it('read under the titles of the schema, the parent product first', () => {
    expect(lineFacts({ weekend: true, months: 3, budget: 1500 }, { allOf: [parent, own] })).toEqual([
      { key: 'budget', label: 'Monthly budget', text: '1,500' },
      { key: 'months', label: 'Months', text: '3' },
      { key: 'weekend', label: 'Weekend', text: 'Yes' },
    ]);
  });

  it('read under their own names without a schema', () => {
    expect(lineFacts({ airDays: ['Mon', 'Tue'], note: '' }, undefined)).toEqual([
      { key: 'airDays', label: 'Air days', text: 'Mon, Tue' },
      { key: 'note', label: 'Note', text: '–' },
    ]);
  });
});
