import { describe, expect, it } from 'vitest';
import { lineFacts } from './lineFacts.ts';

const own = {
  type: 'object',
  properties: { months: { type: 'integer', title: 'Months' }, weekend: { type: 'boolean' } },
};
const parent = { type: 'object', properties: { budget: { type: 'number', title: 'Monthly budget' } } };

describe('lineFacts', () => {
  it("uses the titles of the schema, the parent product's first", () => {
    expect(lineFacts({ weekend: true, months: 3, budget: 1500 }, { allOf: [parent, own] })).toEqual([
      { key: 'budget', label: 'Monthly budget', text: '1,500', files: [] },
      { key: 'months', label: 'Months', text: '3', files: [] },
      { key: 'weekend', label: 'Weekend', text: 'Yes', files: [] },
    ]);
  });

  it('returns the file ids of fields with the format file', () => {
    const file = { type: 'string', format: 'file' };
    const schema = { properties: { logo: file, sheets: { type: 'array', items: file }, note: { type: 'string' } } };
    const facts = lineFacts({ logo: 'a', sheets: ['b', 'c'], note: 'd' }, schema);
    expect(facts.map(({ files }) => files)).toEqual([['a'], ['b', 'c'], []]);
  });

  it('derives labels from the keys without a schema', () => {
    expect(lineFacts({ airDays: ['Mon', 'Tue'], note: '' }, undefined)).toEqual([
      { key: 'airDays', label: 'Air days', text: 'Mon, Tue', files: [] },
      { key: 'note', label: 'Note', text: '–', files: [] },
    ]);
  });
});
