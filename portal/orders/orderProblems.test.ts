import { describe, expect, it } from 'vitest';
import { formProblems, lineProblems, otherProblems } from './orderProblems.ts';

const problems = [
  { path: '/client', value: null, message: 'Missing required field: Client' },
  { path: '/formData/start', value: '', message: 'Missing required field: Start date' },
  { path: '/products/1/data/months', value: 0, message: 'Must be >= 1' },
  { path: '/products/10', value: {}, message: 'This product can not be ordered' },
];

describe('the problems of an order', () => {
  it('go to the form by their place in its data', () => {
    expect(formProblems(problems)).toEqual([
      { path: '/start', value: '', message: 'Missing required field: Start date' },
    ]);
  });

  it('forget the missing client as soon as one is chosen, and miss one that is taken out', () => {
    expect(otherProblems(problems, true).map(({ path }) => path)).toEqual(['/products/1/data/months', '/products/10']);
    expect(otherProblems([], false)).toEqual([{ path: '/client', message: 'Missing required field: Client' }]);
  });

  it('are told at their line, and not at one whose number begins alike', () => {
    expect(lineProblems(problems, 1).map(({ path }) => path)).toEqual(['/products/1/data/months']);
    expect(lineProblems(problems, 10)).toHaveLength(1);
  });
});
