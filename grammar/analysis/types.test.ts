import { describe, expect, it } from 'vitest';
import { analyzeValid } from '#tests/rules/analyze-valid.ts';
import { typeText } from '../editor/format.ts';
import { translator } from '../syntax/translations.ts';
import type { Schema } from '../types.ts';
import { declarableType } from './static-type.ts';
import { inferTypes } from './types.ts';

const form: Schema = {
  text: 'text',
  number: 'number',
  start: 'date',
  list: { list: 'text' },
  lines: { list: { record: { quantity: 'number', start: 'date' } } },
  thing: 'any',
};

function warnings(source: string): string[] {
  const { script, analysis } = analyzeValid(source, form);
  const { names, ornaments } = analysis;
  const { findings } = inferTypes(script, {
    source,
    schema: form,
    item: 'any',
    names,
    ornaments,
    hostHelpers: new Map(),
    translator,
  });
  return findings.map(
    ({ code, args, from, to }) => `${code} '${source.slice(from, to)}' ${Object.values(args).join(' / ')}`,
  );
}

describe('inferTypes', () => {
  it.each([
    ['1 + 1', 'number'],
    ['1 + "a"', 'text'],
    ['$start + 1 day', 'date'],
    ['$start - $start', 'duration'],
    ['2 * 1 day', 'duration'],
    ['1 day ago', 'date'],
    ['$number > 1 and $text == "a"', 'boolean'],
    ['[1, 2]', 'list of number'],
    ['[1, "a"]', 'list of any value'],
    ['$list:first', 'text'],
    ['$lines:first.quantity', 'number'],
    ['$lines:sort:last.start', 'date'],
    ['let $a = $number $a', 'number'],
    ['let $a = 1 $a = "b" $a', 'any value'],
    ['each $l of $lines { $l.quantity }', 'list of number'],
    ['(if $thing { 1 } else { 2 })', 'number'],
    ['(if $thing { 1 })', 'any value'],
    ['define :f { "a" } 1:f', 'text'],
    ['$thing.a.b', 'any value'],
    ['let $l = $lines:first take $quantity from $l $quantity', 'number'],
  ])('infers that %s is %s', (source, expected) => {
    const { script, analysis } = analyzeValid(source, form);
    expect(typeText(declarableType(analysis.types.of(script)))).toBe(expected);
  });

  it.each([
    ['1 + true', ["type-mismatches '+' a number / boolean"]],
    ['$text * 2', ["type-mismatches '*' a number / text"]],
    ['$text + 2', []],
    ['$thing * 2', []],
    ['$start + 5', ["type-mismatches '+' a duration / number"]],
    ['$number == $text', ["type-mismatches '==' matching types / number and text"]],
    ['$text == nothing', []],
    ['$number includes 1', ["type-mismatches 'includes' a list / number"]],
    ['1 in $list', []],
    ['$number:words', ["type-mismatches ':words' a text / number"]],
    ['$text.a', ["type-mismatches 'a' a record / text"]],
    ['each $x of $number { }', ["not-iterable '$number' number"]],
    ['let $a = 1 $a = "b"', ["variable-type-changed '$a' $a / number / text"]],
    ['let $a = nothing $a = 1 $a = 2', []],
    ['let $a = 1 $a += "b"', ["variable-type-changed '$a' $a / number / text"]],
    ['$lines:first.quantty', ["undefined-variable 'quantty' .quantty"]],
    ['$text:nope + 1', []],
    ['"x" days', ['type-mismatches \'"x"\' a number / text']],
  ])('finds in %s: %j', (source, expected) => {
    expect(warnings(source)).toEqual(expected);
  });
});
