import { expect, it } from 'vitest';
import { compile } from '../index.ts';
import { codeFrame } from './diagnostic.ts';

it('frame shows a diagnostic with its line, a caret below the position, and the suggestion', () => {
  const source = 'let $total = 1\n\tprint $totl';
  const [diagnostic] = compile(source, { schema: {} }).diagnostics;
  expect(diagnostic && codeFrame('order.rules', source, diagnostic)).toBe(
    [
      'order.rules:2:8 error Undefined variable: $totl',
      '  2 |  print $totl',
      "    |        ^^^^^ did you mean '$total'?",
    ].join('\n'),
  );
});

it('frame shortens a long line to the part around the position', () => {
  const source = `print "${'a'.repeat(500)}" + $b`;
  const [diagnostic] = compile(source, { schema: {} }).diagnostics;
  const [, line = '', caret = ''] =
    diagnostic === undefined ? [] : codeFrame('a.rules', source, diagnostic).split('\n');
  expect(line.length).toBeLessThan(130);
  expect(line.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1)).toBe('$b');
});
