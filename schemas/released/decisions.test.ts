import { describe, expect, it } from 'vitest';
import type { Property } from '../generated/vocabulary.ts';
import { applyDecisions, checkDecisions, type Decisions, type SchemaComparison } from './decisions.ts';
import { planMigration } from './plan.ts';
import type { Resources } from './released.ts';

const vendors = (properties: Record<string, Property>, required: string[] = []): Resources => ({
  Vendor: { collection: 'vendors', search: [], required, properties },
});
const text: Property = { type: 'string' };
const noDecisions: Decisions = { renamed: {}, removed: [], values: {} };
const renamed: SchemaComparison = {
  before: vendors({ notes: text, rating: { type: 'number' } }),
  after: vendors({ remarks: { ...text, maxLength: 9 }, comment: text, stars: text }),
};
const required: SchemaComparison = {
  before: vendors({}),
  after: vendors({ tier: { ...text, enum: ['gold'] } }, ['tier']),
};

describe('decide', () => {
  it('asks whether a removed property was renamed to one of the same type', () => {
    expect(applyDecisions(renamed, noDecisions).open).toEqual([
      { kind: 'name', place: 'Vendor.notes', type: 'string', candidates: ['remarks', 'comment', 'stars'] },
    ]);
    expect(applyDecisions(renamed, { ...noDecisions, removed: ['Vendor.notes'] }).open).toEqual([]);
    expect(applyDecisions(renamed, { ...noDecisions, renamed: { 'Vendor.notes': 'stars' } }).open).toEqual([]);
  });

  it('asks once for the value of a new required property', () => {
    expect(applyDecisions(required, noDecisions).open).toMatchObject([{ kind: 'value', place: 'Vendor.tier' }]);
    expect(applyDecisions(required, { ...noDecisions, values: { 'Vendor.tier': 'gold' } }).open).toEqual([]);
  });

  it('asks for the replacement of required values that become invalid', () => {
    const before = vendors({ tier: text, kind: text }, ['tier']);
    const after = vendors({ tier: { ...text, enum: ['gold'] }, kind: { ...text, maxLength: 1 } }, ['tier']);
    const { open } = applyDecisions({ before, after }, noDecisions);
    expect(open).toMatchObject([{ place: 'Vendor.tier', why: expect.stringContaining('one of gold') }]);
  });

  it('asks whether a removed resource was renamed', () => {
    const after = { Supplier: { collection: 'suppliers', search: [], required: [], properties: { name: text } } };
    expect(applyDecisions({ before: vendors({ name: text }), after }, noDecisions).open).toEqual([
      { kind: 'name', place: 'Vendor', type: 'resource', candidates: ['Supplier'] },
    ]);
  });
});

describe('checkDecisions', () => {
  const checking = (comparison: SchemaComparison, decisions: Partial<Decisions>) => () =>
    checkDecisions(comparison, { ...noDecisions, ...decisions });

  it.each<[string, SchemaComparison, Partial<Decisions>, string]>([
    [
      'about something that was not removed',
      renamed,
      { renamed: { 'Vendor.note': 'remarks' } },
      'Vendor.note has not been removed since the last release of the schemas. Removed properties: Vendor.notes, Vendor.rating.',
    ],
    [
      'for a name that was not added',
      renamed,
      { renamed: { 'Vendor.notes': 'address.text' } },
      '--renamed Vendor.notes=address.text: address.text is not a new property next to it. New properties there: remarks, comment, stars.',
    ],
    [
      'that something was removed that was not',
      renamed,
      { removed: ['Vendor.remarks'] },
      'Vendor.remarks has not been removed',
    ],
    [
      'with a value where none is needed',
      required,
      { values: { 'Vendor.name': 'x' } },
      '--value Vendor.name: no record needs a value there. Properties that need one: Vendor.tier.',
    ],
    [
      'with an invalid value',
      required,
      { values: { 'Vendor.tier': 'silver' } },
      '--value Vendor.tier="silver" does not match its schema: must be equal to one of the allowed values: gold',
    ],
  ])('rejects a decision %s', (_, comparison, decisions, sentence) => {
    expect(checking(comparison, decisions)).toThrow(sentence);
  });

  it('rejects two renames to the same name', () => {
    const both = { renamed: { 'Vendor.notes': 'stars', 'Vendor.rating': 'stars' } };
    expect(checking(renamed, both)).toThrow('stars is not a new property next to it');
  });
});

describe('planOf', () => {
  const stepsOf = (comparison: SchemaComparison, decisions: Partial<Decisions> = {}) => {
    const decided = { ...noDecisions, ...decisions };
    return planMigration(applyDecisions(comparison, decided).changes, decided).map(({ records, ...step }) => step);
  };

  it('renames first, and handles nested properties before their parents', () => {
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
      ['setAside', 'rows.gone'],
      ['narrow', 'rows.a'],
      ['narrow', 'rows'],
    ]);
  });

  it('adds the schema to a value whose database type JSON lacks', () => {
    const moment: Property = { ...text, format: 'date-time' };
    const comparison = { before: vendors({}), after: vendors({ at: moment, tier: text }, ['at', 'tier']) };
    const values = { 'Vendor.at': '2026-01-01T00:00:00Z', 'Vendor.tier': 'gold' };
    expect(stepsOf(comparison, { values })).toEqual([
      { step: 'fill', path: 'at', value: '2026-01-01T00:00:00Z', as: moment },
      { step: 'fill', path: 'tier', value: 'gold' },
    ]);
  });

  it('replaces invalid required values by the default', () => {
    const before = vendors({ tier: text }, ['tier']);
    const after = vendors({ tier: { ...text, enum: ['gold'], default: 'gold' } }, ['tier']);
    expect(stepsOf({ before, after })).toEqual([
      { step: 'narrow', path: 'tier', to: { type: 'string', enum: ['gold'] }, otherwise: 'gold' },
    ]);
  });

  it('throws with instructions if a person must write the migration', () => {
    const before = vendors({ client: { ...text, 'x-ref': 'Client' } });
    const after = vendors({ client: { ...text, 'x-ref': 'User' } });
    expect(() => stepsOf({ before, after })).toThrow('npm run generate -- --released --by ITS-NAME');
  });
});
