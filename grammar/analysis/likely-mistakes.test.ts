import { describe, expect, it } from 'vitest';
import { compile, type Mode, type Schema } from '#grammar/index.ts';

const schema: Schema = {
  start: 'date',
  end: 'date',
  status: 'text',
  zip: 'text',
  price: 'number',
  media: { list: 'text' },
  lines: { list: { record: { price: 'number', quantity: 'number' } } },
};

/** The source after the fix of each likely mistake; null if it has none. */
function fixesOf(source: string, mode: Mode = 'value'): (string | null)[] {
  return compile(source, { schema, mode })
    .diagnostics.filter(({ code }) => code === 'likely-mistake')
    .map(({ fixes: [fix] = [] }) => (fix ? source.slice(0, fix.from) + fix.text + source.slice(fix.to) : null));
}

describe('findLikelyMistakes', () => {
  it.each([
    ['$start < 30 days ago', '$start < today - 30 days'],
    ['2 weeks from now >= $start', 'today + 2 weeks >= $start'],
    ['$start + 1 day == now', '$start + 1 day == today'],
    ['$status == "a" or "b" or $status == "c"', '$status in ["a", "b", "c"]'],
    ['$status != "a" or $status != "b"', '$status not in ["a", "b"]'],
    ['$zip not matches "^[0-9]+$"', '$zip not pattern "^[0-9]+$"'],
    ['first of $lines where $price > 1 and $quantity > 2', 'first of $lines where ($price > 1 and $quantity > 2)'],
    ['if $media { reject }', 'if not $media:is_empty { reject }'],
  ])('%s becomes %s', (source, fixed) => expect(fixesOf(source)).toEqual([fixed]));

  it.each([
    ['$start < today - 30 days'],
    ['$start < 3 hours ago'],
    ['$start < 5 working days ahead'],
    ['now > 3 days ago'],
    ['$status == "a" or $status == "b"'],
    ['$status != "a" and $status != "b"'],
    ['$status == "a" or $zip == "b"'],
    ['$price or 5'],
    ['$zip matches "a.b"'],
    ['count of ($lines where $price > 1) > 0 and $price > 2'],
    ['if count of $media > 0 { reject }'],
    ['true'],
  ])('has nothing to say about %s', (source) => expect(fixesOf(source)).toEqual([]));

  it.each([
    ['true', ''],
    ['$media', 'not $media:is_empty'],
    ['if $price > 1 { true }', '$price > 1'],
    ['$price > 1 or true', null],
    ['let $a = $price > 1', null],
  ])('a condition that always shows: %s', (source, fixed) => expect(fixesOf(source, 'condition')).toEqual([fixed]));

  it.each([
    ['$price > 1'],
    ['if $price > 1 { false }'],
    ['if $price > 1 { reject } true'],
    [''],
    ['if $price > 1 { true } else { $status == "a" }'],
  ])('a condition that can hide: %s', (source) => expect(fixesOf(source, 'condition')).toEqual([]));
});
