import { describe, expect, it } from 'vitest';
import type { PopulatedLine } from '../../api/queries.ts';
import { clientAndLineProblems, formProblems, lineProblems } from './orderProblems.ts';

const problems = [
  { path: '/client', value: null, message: 'Missing required field: Client' },
  { path: '/formData/start', value: '', message: 'Missing required field: Start date' },
  { path: '/products/1/data/months', value: 0, message: 'Must be >= 1' },
  { path: '/products/10', value: {}, message: 'This product cannot be ordered' },
];

const line = (id: string): PopulatedLine => ({ id, product: id, data: {} });

describe('the problems of an order', () => {
  it('formProblems selects those of the form, with paths relative to its data', () => {
    expect(formProblems(problems)).toEqual([
      { path: '/start', value: '', message: 'Missing required field: Start date' },
    ]);
  });

  it('clientAndLineProblems drops a missing client once one is chosen, and reports one that is removed', () => {
    const lines = Array.from({ length: 11 }, (_, index) => line(String(index)));
    const of = { checked: lines, lines };
    const others = clientAndLineProblems(problems, { hasClient: true, ...of });
    expect(others.map(({ path }) => path)).toEqual(['/products/1/data/months', '/products/10']);
    expect(clientAndLineProblems([], { hasClient: false, ...of })).toEqual([
      { path: '/client', message: 'Missing required field: Client' },
    ]);
  });

  it('clientAndLineProblems omits problems that a change does not cause: marked by the server, or of an unchanged line', () => {
    const [a, b] = [line('a'), line('b')];
    const changed = { ...b, data: { months: 0 } };
    const wrong = [{ path: '/months', message: 'Must be >= 1' }];
    const of = { hasClient: true, checked: [a, b], lines: [a, changed], problemsOf: () => wrong };
    expect(clientAndLineProblems([], { ...of, booked: [a, b] }).map(({ path }) => path)).toEqual([
      '/products/1/data/months',
    ]);
    const marked = { path: '/products/1/data/months', message: 'Must be >= 1', isExisting: true } as const;
    expect(clientAndLineProblems([marked], of).map(({ path }) => path)).toEqual(['/products/0/data/months']);
  });

  it('clientAndLineProblems follows lines that move, and drops problems of removed lines and changed values', () => {
    const [a, b, c] = [line('a'), line('b'), line('c')];
    const found = [
      { path: '/products/0', message: 'closed' },
      { path: '/products/1/data/months', message: 'too few' },
      { path: '/products/2/data/weeks', message: 'missing' },
    ];
    const now = (lines: PopulatedLine[]) =>
      clientAndLineProblems(found, { hasClient: true, checked: [a, b, c], lines }).map(({ path }) => path);
    expect(now([c, b, a])).toEqual(['/products/0/data/weeks', '/products/1/data/months', '/products/2']);
    expect(now([{ ...b, data: { months: 1 } }, c])).toEqual(['/products/1/data/weeks']);
    expect(now([{ ...c, data: { weeks: 1 } }])).toEqual([]);
  });

  it("clientAndLineProblems replaces the server's problems of data that can be validated in the browser", () => {
    const [a, b] = [{ ...line('a'), data: { weeks: 0 } }, line('b')];
    const found = [
      { path: '/products', message: 'too many' },
      { path: '/products/0', message: 'closed' },
      { path: '/products/0/data', message: 'Must match one of the alternatives' },
      { path: '/products/0/data/months', message: 'stale' },
      { path: '/products/1/data/months', message: 'missing' },
    ];
    const own = [
      { path: '', message: 'Must match one of the alternatives' },
      { path: '/weeks', value: 0, message: 'At least 1' },
    ];
    const problemsOf = ({ id }: PopulatedLine) => (id === 'a' ? own : undefined);
    expect(clientAndLineProblems(found, { hasClient: true, checked: [a, b], lines: [a, b], problemsOf })).toEqual([
      { path: '/products', message: 'too many' },
      { path: '/products/0', message: 'closed' },
      { path: '/products/0/data', message: 'Must match one of the alternatives' },
      { path: '/products/0/data/weeks', value: 0, message: 'At least 1' },
      { path: '/products/1/data/months', message: 'missing' },
    ]);
  });

  it('lineProblems matches the whole line number, not its prefix', () => {
    expect(lineProblems(problems, 1).map(({ path }) => path)).toEqual(['/products/1/data/months']);
    expect(lineProblems(problems, 10)).toHaveLength(1);
  });
});
