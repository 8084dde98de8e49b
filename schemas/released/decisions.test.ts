import { describe, expect, it } from 'vitest';
import type { Property } from '../generated/vocabulary.ts';
import { type Comparison, checkDecisions, type Decisions, decide } from './decisions.ts';
import { planOf } from './plan.ts';
import type { Resources } from './released.ts';

const vendors = (properties: Record<string, Property>, required: string[] = []): Resources => ({
  Vendor: { collection: 'vendors', search: [], required, properties },
});
const text: Property = { type: 'string' };
const none: Decisions = { renamed: {}, removed: [], values: {} };
const renamed: Comparison = {
  before: vendors({ notes: text, rating: { type: 'number' } }),
  after: vendors({ remarks: { ...text, maxLength: 9 }, comment: text, stars: text }),
};
const required: Comparison = { before: vendors({}), after: vendors({ tier: { ...text, enum: ['gold'] } }, ['tier']) };

describe('what is asked', () => {
  it('is whether what went is what of its type came beside it, and nothing of another type', () => {
    expect(decide(renamed, none).open).toEqual([
      { asks: 'name', place: 'Vendor.notes', type: 'string', candidates: ['remarks', 'comment', 'stars'] },
    ]);
    expect(decide(renamed, { ...none, removed: ['Vendor.notes'] }).open).toEqual([]);
    expect(decide(renamed, { ...none, renamed: { 'Vendor.notes': 'stars' } }).open).toEqual([]);
  });

  it('is what a record gets that must have something, once', () => {
    expect(decide(required, none).open).toMatchObject([{ asks: 'value', place: 'Vendor.tier' }]);
    expect(decide(required, { ...none, values: { 'Vendor.tier': 'gold' } }).open).toEqual([]);
  });

  it('is what takes the place of a value that does not fit where there must be one', () => {
    const before = vendors({ tier: text, kind: text }, ['tier']);
    const after = vendors({ tier: { ...text, enum: ['gold'] }, kind: { ...text, maxLength: 1 } }, ['tier']);
    const { open } = decide({ before, after }, none);
    expect(open).toMatchObject([{ place: 'Vendor.tier', why: expect.stringContaining('one of gold') }]);
  });

  it('is whether a resource that went is one that came', () => {
    const after = { Supplier: { collection: 'suppliers', search: [], required: [], properties: { name: text } } };
    expect(decide({ before: vendors({ name: text }), after }, none).open).toEqual([
      { asks: 'name', place: 'Vendor', type: 'resource', candidates: ['Supplier'] },
    ]);
  });
});

describe('a decision', () => {
  const refused = (comparison: Comparison, decisions: Partial<Decisions>) => () =>
    checkDecisions(comparison, { ...none, ...decisions });

  it.each<[string, Comparison, Partial<Decisions>, string]>([
    [
      'about what did not go',
      renamed,
      { renamed: { 'Vendor.note': 'remarks' } },
      'Vendor.note did not go since the schemas were last released. What went: Vendor.notes, Vendor.rating.',
    ],
    [
      'for a name that did not come',
      renamed,
      { renamed: { 'Vendor.notes': 'address.text' } },
      '--renamed Vendor.notes=address.text: address.text did not come beside it. What came there: remarks, comment, stars.',
    ],
    ['that it went', renamed, { removed: ['Vendor.remarks'] }, 'Vendor.remarks did not go'],
    [
      'with a value that is asked for nowhere',
      required,
      { values: { 'Vendor.name': 'x' } },
      '--value Vendor.name: no record needs a value there. Where one may: Vendor.tier.',
    ],
    [
      'with a value that does not fit',
      required,
      { values: { 'Vendor.tier': 'silver' } },
      '--value Vendor.tier="silver" does not fit its schema: must be equal to one of the allowed values: gold',
    ],
  ])('%s is refused', (_, comparison, decisions, sentence) => {
    expect(refused(comparison, decisions)).toThrow(sentence);
  });

  it('of two for the same new name is refused', () => {
    const both = { renamed: { 'Vendor.notes': 'stars', 'Vendor.rating': 'stars' } };
    expect(refused(renamed, both)).toThrow('stars did not come beside it');
  });
});

describe('the steps', () => {
  const stepsOf = (comparison: Comparison, decisions: Partial<Decisions> = {}) => {
    const decided = { ...none, ...decisions };
    return planOf(decide(comparison, decided).changes, decided).map(({ records, ...step }) => step);
  };

  it('give names first, and look at what is within before what it is in', () => {
    const rows = (properties: Record<string, Property>, more: object = {}): Property => ({
      type: 'array',
      items: { type: 'object', properties },
      ...more,
    });
    const before = vendors({ old: rows({ a: text, gone: text }) });
    const after = vendors({
      rows: rows({ a: { ...text, maxLength: 2 }, at: { ...text, format: 'date-time' } }, { maxItems: 1 }),
    });
    const steps = stepsOf({ before, after }, { renamed: { 'Vendor.old': 'rows' } });
    expect(steps.map((step) => [step.step, 'path' in step ? step.path : ''])).toEqual([
      ['rename', 'old'],
      ['keepAside', 'rows.gone'],
      ['narrow', 'rows.a'],
      ['narrow', 'rows'],
    ]);
  });

  it('say of a value what it is in the database where JSON has no type for it', () => {
    const moment: Property = { ...text, format: 'date-time' };
    const comparison = { before: vendors({}), after: vendors({ at: moment, tier: text }, ['at', 'tier']) };
    const values = { 'Vendor.at': '2026-01-01T00:00:00Z', 'Vendor.tier': 'gold' };
    expect(stepsOf(comparison, { values })).toEqual([
      { step: 'fill', path: 'at', value: '2026-01-01T00:00:00Z', as: moment },
      { step: 'fill', path: 'tier', value: 'gold' },
    ]);
  });

  it('put the default in the place of what does not fit and must be there', () => {
    const before = vendors({ tier: text }, ['tier']);
    const after = vendors({ tier: { ...text, enum: ['gold'], default: 'gold' } }, ['tier']);
    expect(stepsOf({ before, after })).toEqual([
      { step: 'narrow', path: 'tier', to: { type: 'string', enum: ['gold'] }, otherwise: 'gold' },
    ]);
  });

  it('are none where a person must do it, who is told how', () => {
    const before = vendors({ client: { ...text, 'x-ref': 'Client' } });
    const after = vendors({ client: { ...text, 'x-ref': 'User' } });
    expect(() => stepsOf({ before, after })).toThrow('npm run generate -- --released --by ITS-NAME');
  });
});
