import { expect, it } from 'vitest';
import { scriptOf } from '#tests/rules/analyze-valid.ts';
import { isLiteral, literalType } from './types.ts';

it.each([
  ['1', 'number'],
  ['"a"', 'text'],
  ['true', 'boolean'],
  ['nothing', 'nothing'],
  ['now', 'date'],
  ['today', 'date'],
  ['index', 'number'],
  ['$a', null],
  ['[1]', null],
  ['1 + 1', null],
])('literalType of %s is %s', (source, expected) => {
  const [node] = scriptOf(source).statements;
  expect(node && isLiteral(node) ? literalType(node) : null).toBe(expected);
});
