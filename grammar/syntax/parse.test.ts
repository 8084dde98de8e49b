import { describe, expect, it } from 'vitest';
import { formatFindings } from '#tests/rules/analyze-valid.ts';
import { parse } from './parse.ts';
import { translator } from './translations.ts';
import type { Expression, Statement } from './tree.ts';

/** Writes an expression with all parentheses that its syntax tree implies. */
function parenthesize(source: string): string {
  const [statement] = parse(source).script?.statements ?? [];
  return statement === undefined ? '' : write(statement, source);
}

function write(node: Statement | Expression, source: string): string {
  const below = (part: Parameters<typeof write>[0]) => write(part, source);
  switch (node.type) {
    case 'arithmetic':
      return `(${node.operands.map((operand, index) => (index === 0 ? '' : ` ${node.operators[index - 1]?.symbol} `) + below(operand)).join('')})`;
    case 'comparison':
      return `(${below(node.left)} ${node.operator.symbol} ${below(node.right)})`;
    case 'and':
    case 'or':
      return `(${node.operands.map(below).join(` ${node.type} `)})`;
    case 'not':
      return `!${below(node.operand)}`;
    case 'negate':
      return `-${below(node.operand)}`;
    case 'measure':
      return `<${below(node.amount)} ${node.unit}${node.direction ? ` ${node.direction}` : ''}>`;
    case 'phrase':
      return `{${node.name}: ${node.operands.map(below).join(', ')}}`;
    case 'where':
      return `[${below(node.list)} | ${below(node.condition)}]`;
    case 'pattern':
      return `(${below(node.text)}${node.isNegated ? ' !' : ' '}~ ${below(node.pattern)})`;
    default:
      return source.slice(node.from, node.to);
  }
}

describe('operator precedence', () => {
  it.each([
    ['1 + 2 * 3 - 4', '(1 + (2 * 3) - 4)'],
    ['1 + 2 < 3 * 4', '((1 + 2) < (3 * 4))'],
    ['1 < 2 == 3 > 4', '((1 < 2) == (3 > 4))'],
    ['1 or 2 and 3 or 4', '(1 or (2 and 3) or 4)'],
    ['!1 == 2', '!(1 == 2)'],
    ['not 1 + 2 and 3', '(!(1 + 2) and 3)'],
    ['1 == !2 + 3', '(1 == !(2 + 3))'],
    ['1 + !2 * 3 - 4', '(1 + !(2 * 3) - 4)'],
    ['1 * -2', '(1 * -2)'],
    ['-1 days', '-<1 day>'],
    ['!-1 == - - 2', '!(-1 == --2)'],
    ['1 not in 2 and 3 not includes 4', '((1 not in 2) and (3 not includes 4))'],
    ['1 of 2', '(1 in 2)'],
    ['7 mod 4 % 2', '(7 % 4 % 2)'],
    ['2 days ago < now - 1 week', '(<2 day ago> < (now - <1 week>))'],
    ['1 year from now', '<1 year ahead>'],
    ['$a starts with "b" + "c" and $d', '({starts with: $a, ("b" + "c")} and $d)'],
    ['not $a ends with $b', '!{ends with: $a, $b}'],
    ['$a not starts with "b"', '{not starts with: $a, "b"}'],
    ['$a pattern "b" or $c not pattern "d"', '(($a ~ "b") or ($c !~ "d"))'],
    ['$a at 2 + 1', '({at: $a, 2} + 1)'],
    ['-$a at -1', '-{at: $a, -1}'],
    ['$a part 1 to 5 + "x"', '({part: $a, 1, 5} + "x")'],
    ['$a replace "b" with "c" split "d" at 1', '{at: {split: {replace: $a, "b", "c"}, "d"}, 1}'],
    ['$a join ", "', '{join: $a, ", "}'],
    ['$a where $b == 1 and $c', '([$a | ($b == 1)] and $c)'],
    ['$a where $b > 1 where !$c', '[$a | ($b > [1 | !$c])]'],
    ['first of $a where $b == $c', '{first of: [$a | ($b == $c)]}'],
    ['count of ($a where $b) > 1', '({count of: ($a where $b)} > 1)'],
    ['working_days of [$a, $b] + 1', '({working_days of: [$a, $b]} + 1)'],
    ['$a < 5 working days ahead', '($a < {working days ahead: 5})'],
    ['$first.count == $part', '($first.count == $part)'],
  ])('parses %s as %s', (source, expected) => {
    expect(parenthesize(source)).toBe(expected);
  });
});

describe('error recovery', () => {
  it.each([
    ['let = 5 let $b = 1', ['broken', 'let']],
    ['let $a = \nprint 1', ['broken', 'print']],
    ['if $x = 5 { 1 } else { 2 } print 3', ['broken', 'print']],
    ['$a + \n$b * \nlet $c = 1', ['broken', 'let']],
    ['foo bar\n$a', ['broken', 'path']],
    ['1 < 2 < 3; $a', ['broken', 'path']],
    ['let $a = (1 + \nlet $b = 2', ['broken', 'let']],
    ['take { 5 } from $a print 1', ['broken', 'print']],
    ['each $x of { } $y', ['broken']],
    ['print "a', ['broken']],
    [') ] }', ['broken']],
  ])('parses the valid statements of %j', (source, expected) => {
    expect(parse(source).script?.statements.map(({ type }) => type)).toEqual(expected);
  });

  it.each([
    ['let = 5', ["expected-identifier '='"]],
    ['let $a = \nprint ]', ["bad-syntax 'print'", "bad-syntax ']'"]],
    [
      'if $x = 5 { let = 3 } else { let = 4 }',
      ["bad-syntax '='", "expected-identifier '='", "expected-identifier '='"],
    ],
    ['print @ 1', ["unknown-token '@'"]],
    ['print "a', ["bad-syntax '\"a'"]],
    ['{ { {', ["bad-syntax ''"]],
    ['} 1 }', ["bad-syntax '}'", "bad-syntax '}'"]],
    ['$a:length:', ["invalid-ornament ':'"]],
    ['define :Big { 1 }', ["invalid-ornament 'Big'"]],
  ])('reports each syntax error of %j once', (source, expected) => {
    expect(formatFindings(source, parse(source).problems)).toEqual(expected);
  });

  it('returns the names that a broken statement would have declared', () => {
    const statements = parse('let $a = ] take { $b, $c as $d, 5 } define :f ]').script?.statements ?? [];
    expect(statements.map((one) => (one.type === 'broken' ? one.declaredNames : []))).toEqual([
      ['a'],
      ['b', 'd'],
      [':f'],
    ]);
  });

  it.each([
    ['IF $a { }', 'if'],
    ['validat { }', 'validate'],
    ['let total = 1', '$total'],
    ['if $a = 1 { }', '=='],
  ])('suggests a correction for %s: %s', (source, suggestion) => {
    expect(parse(source, { translator }).problems[0]?.suggestion).toBe(suggestion);
  });
});
