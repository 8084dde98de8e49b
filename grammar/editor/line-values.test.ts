import { expect, it } from 'vitest';
import { compile } from '../index.ts';
import { run } from '../run.ts';
import { lineValues } from './line-values.ts';

function valuesOf(source: string, input: Record<string, unknown>): string[] {
  const { program } = compile(source);
  if (program === null) throw new Error('does not compile');
  const { trace = [] } = run(program, input, { trace: true });
  return lineValues(source, trace).map(({ line, text }) => `${line}: ${text}`);
}

it('lineValues shows for each line the values read and the result', () => {
  expect(valuesOf('let $total = $price * 2\nif $total > 100 {\n  reject because "Too much"\n}', { price: 60 })).toEqual(
    ['1: $price = 60, → 120', '2: $total = 120, → true'],
  );
});

it('lineValues shows the condition of a one-line statement', () => {
  expect(valuesOf('if $a > 5 { reject because "Too " + "much" }', { a: 9 })).toEqual(['1: $a = 9, → true']);
});

it('lineValues shows the first iterations of a loop one after the other', () => {
  const lines = [1, 2, 3, 4].map((price) => ({ price }));
  expect(valuesOf('each $line of $lines {\n  $line.price > 1\n}', { lines })).toContain(
    '2: $line.price = 1, → false | $line.price = 2, → true | $line.price = 3, → true | …',
  );
});

it('lineValues shows nothing for lines that did not run', () => {
  expect(valuesOf('if $a {\n  $b + 1\n}', { a: false, b: 1 })).toEqual(['1: $a = false']);
});
