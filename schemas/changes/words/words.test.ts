import { describe, expect, it } from 'vitest';
import { container, formOf, table, widget } from '#tests/forms/form-builders.ts';
import { merge } from '../merge.ts';
import { createPatch } from '../patch.ts';
import { changesInWords, conflictsInWords } from './differences.ts';
import { formPlace } from './form-place.ts';
import { orderPlace, patchInWords } from './patch-words.ts';

const options = {
  options: [
    { value: 'tx', label: 'Texas' },
    { value: 'me', label: 'Maine' },
  ],
};
const form = formOf(
  widget('text_input', 'headline', {}, 'Headline'),
  widget('number_input', 'budget', {}, 'Budget'),
  widget('number_input', 'fee', { money: 'shown' }, 'Fee'),
  widget('number_input', 'rate', { precision: 2 }, 'Rate'),
  widget('select', 'state', options, 'State'),
  widget('date_input', 'start', {}, 'Start'),
  widget('password_input', 'pin', {}, 'PIN'),
  { ...container([widget('text_input', 'city', {}, 'City')]), meta: { key: 'place', label: 'Place' } },
  table(
    'spots',
    [widget('number_input', 'price', {}, 'Price'), widget('time_input', 'at', {}, 'At')],
    {},
    { label: 'Spots' },
  ),
);
const place = formPlace(form);
const changesBetween = (before: object, after: object) =>
  changesInWords(place, before, after).map(({ label, before: was, after: is }) => `${label}: ${was} → ${is}`);

describe('differences between two states of form data', () => {
  it.each([
    ['a number', { budget: 1000 }, { budget: 2500.5 }, 'Budget: 1,000 → 2,500.5'],
    ['money', { fee: 1000 }, { fee: 2500.5 }, 'Fee: $1,000.00 → $2,500.50'],
    ['a number with its decimals', { rate: 7.5 }, { rate: 8 }, 'Rate: 7.50 → 8.00'],
    ['an option by its label', { state: 'tx' }, { state: 'me' }, 'State: Texas → Maine'],
    ['a date', { start: '2026-02-01' }, { start: '' }, 'Start: 2/1/26 → –'],
    ['a password without its text', { pin: 'old' }, { pin: 'new' }, 'PIN: •••••••• → ••••••••'],
    ['a field inside a container', { place: { city: 'A' } }, { place: { city: 'B' } }, 'Place › City: A → B'],
    ['a value without a widget by its key', { old: [1] }, {}, 'old: 1 → –'],
  ])('formats %s', (_, before, after, words) => {
    expect(changesBetween(before, after)).toEqual([words]);
  });

  it('labels rows by list and number, and reports added, removed and moved rows', () => {
    const row = (_id: string, price: number) => ({ _id, price, at: '13:30' });
    const before = { spots: [row('a', 1), row('b', 2), row('c', 3)] };
    const after = { spots: [row('c', 3), row('a', 9), row('d', 4)] };
    expect(changesBetween(before, after)).toEqual([
      'Spots 2: 2 / 1:30 PM → –',
      'Spots 2: Row 1 → Row 2',
      'Spots 2 › Price: 1 → 9',
      'Spots 3: – → 4 / 1:30 PM',
    ]);
  });

  it('formats a conflict with both values', () => {
    const [before, mine, theirs] = [{ budget: 1 }, { budget: 2 }, { budget: 3 }];
    const { conflicts } = merge({ before, mine, theirs });
    expect(conflictsInWords(place, conflicts, { mine, theirs })).toEqual([
      { path: '/budget', label: 'Budget', before: '3', after: '2' },
    ]);
  });

  it('truncates a long list', () => {
    const tags = Array.from({ length: 30 }, (_, n) => `t${n}`);
    expect(changesBetween({ old: [] }, { old: tags })[0]).toMatch(/t19 and 10 more$/);
  });
});

describe('patchInWords', () => {
  const words = (after: object, before: object) => patchInWords(orderPlace(form), createPatch(after, before));
  const spot = (_id: string) => ({ _id, price: 1 });

  it('mentions each changed field once, with its previous value', () => {
    const before = { status: 'DRAFT', formData: { budget: 1, headline: '', pin: 'a', place: { city: 'X' } } };
    const after = { status: 'PENDING', formData: { budget: 2, headline: 'H', pin: 'b', place: { city: 'Y' } } };
    expect(words(after, before)).toBe(
      'changed the status (was Draft), “Budget” (was 1), “Headline” (was empty), “PIN”, “City” (was X)',
    );
  });

  it('counts added, removed and moved rows', () => {
    const before = { formData: { spots: [spot('a'), spot('b'), spot('c')] }, products: [{ id: 'l' }] };
    const after = { formData: { spots: [spot('c'), spot('b'), spot('x'), spot('y')] }, products: [] };
    expect(words(after, before)).toBe(
      'added 2 rows to “Spots”; removed a row of “Spots”; removed a row of the products; moved a row of “Spots”',
    );
  });

  it('uses the names of rows if they are known', () => {
    const lines = (...ids: string[]) => ({ products: ids.map((id) => ({ id })) });
    const patch = createPatch(lines('a', 'b', 'c', 'd'), lines('a', 'e'));
    const names = { '/products': { added: ['Radio spot', 'Radio spot', 'Logo'], removed: ['Banner'] } };
    expect(patchInWords(orderPlace(form), patch, names)).toBe(
      'added 2 × “Radio spot”, “Logo” to the products; removed “Banner” from the products',
    );
  });

  it('shows the value before the first of several merged autosaves', () => {
    const patch = [
      ...createPatch({ formData: { budget: 3 } }, { formData: { budget: 2 } }),
      ...createPatch({ formData: { budget: 2 } }, { formData: { budget: 1 } }),
    ];
    expect(patchInWords(orderPlace(form), patch)).toBe('changed “Budget” (was 1)');
  });

  it('mentions the form data as a whole if the form is unknown', () => {
    expect(
      patchInWords(orderPlace(), [
        { op: 'test', path: '/revision', value: 3 },
        { op: 'replace', path: '/submissionDate', value: null },
        { op: 'replace', path: '/status', value: 'PENDING' },
        { op: 'replace', path: '/formData/budget', value: 3 },
        { op: 'remove', path: '/formData/lines/1' },
      ]),
    ).toBe('changed the status (was Pending), the form data');
  });

  it("says 'saved it again' for a patch without changes", () => {
    expect(patchInWords(orderPlace(), [])).toBe('saved it again');
  });

  it('names at most eight fields', () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`k${n}`, n]));
    expect(words({ formData: many }, { formData: {} })).toMatch(/“k7” and 4 more$/);
  });
});
