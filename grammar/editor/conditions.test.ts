import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConditionChange, changeConditions } from './change-conditions.ts';
import { findComments } from './comments.ts';
import { type Condition, type ConditionUse, readConditions } from './conditions.ts';

const text = (field: string, operator: 'pattern' | 'not pattern', value: string): Condition => ({
  field,
  operator,
  value: { kind: 'text', text: value },
});

const rowsOf = (source: string, use: ConditionUse = 'condition') =>
  readConditions(source, use)?.rows.map(({ condition }) => condition);

describe('readConditions', () => {
  it.each<[source: string, conditions: (Condition | null)[] | undefined]>([
    ['', []],
    ['// nothing yet', []],
    ['$goal == "event"', [{ field: '$goal', operator: '==', value: { kind: 'text', text: 'event' } }]],
    [
      '!$a and $b.c',
      [
        { field: '$a', operator: 'empty' },
        { field: '$b.c', operator: 'filled' },
      ],
    ],
    [
      '(this not in ["x", "y"]) or $a > -5 or $b <= 30 days ago',
      [
        { field: 'this', operator: 'not in', value: { kind: 'texts', texts: ['x', 'y'] } },
        { field: '$a', operator: '>', value: { kind: 'number', number: -5 } },
        { field: '$b', operator: '<=', value: { kind: 'source', source: '30 days ago' } },
      ],
    ],
    [
      '$zip pattern "^[0-9]{5}$" and $code not ends with $suffix',
      [
        { field: '$zip', operator: 'pattern', value: { kind: 'text', text: '^[0-9]{5}$' } },
        { field: '$code', operator: 'not ends with', value: { kind: 'field', field: '$suffix' } },
      ],
    ],
    ['$a and $b:length > 2', [{ field: '$a', operator: 'filled' }, null]],
    ['$a and $b or $c', undefined],
    ['let $a = 1 $a', undefined],
    ['$a ==', undefined],
  ])('reads the conditions of %j', (source, conditions) => expect(rowsOf(source)).toEqual(conditions));

  it('reads the conditions and the message of a rejection', () => {
    const source = 'if this < 500 { reject $budget because "At least $500" }';
    expect(readConditions(source, 'validate')).toMatchObject({
      rows: [{ condition: { field: 'this', operator: '<', value: { kind: 'number', number: 500 } } }],
      message: { text: 'At least $500' },
    });
    expect(readConditions('if this { reject because "a" } else { skip }', 'validate')).toBeNull();
    expect(readConditions('if this { print 1 }', 'validate')).toBeNull();
  });
});

describe('changeConditions', () => {
  const filledField: Condition = { field: '$c', operator: 'filled' };
  it.each<[name: string, source: string, change: ConditionChange, changed: string | null]>([
    ['sets only the value', '$a  ==  1 // why', { do: 'set', at: 0, condition: is('$a', 2) }, '$a  ==  2 // why'],
    ['refuses to change a script that does not parse', '($a', { do: 'remove', at: 0 }, null],
    ['sets a field in a group', '($a == 1) and $b', { do: 'set', at: 0, condition: is('$x', 1) }, '($x == 1) and $b'],
    ['adds a condition after a comment', '$a // one', { do: 'add', condition: filledField }, '$a // one\nand $c'],
    ['adds a line to several lines', '  $a\n  or $b', { do: 'add', condition: filledField }, '  $a\n  or $b\n  or $c'],
    ['removes the first, not its comment', '$a // one\nand $b // two', { do: 'remove', at: 0 }, '// one\n$b // two'],
    ['removes the last, not its comment', '$a // one\nand $b // two', { do: 'remove', at: 1 }, '$a // one\n // two'],
    ['removes the only condition and keeps the comment', '// Why\n$a', { do: 'remove', at: 0 }, '// Why\n'],
    ['replaces and with or, but not in comments', '$a and // or\n$b', { do: 'join', join: 'or' }, '$a or // or\n$b'],
    [
      'sets a pattern',
      '$a == 1 // why',
      { do: 'set', at: 0, condition: text('$a', 'not pattern', '^a') },
      '$a not pattern "^a" // why',
    ],
    ['refuses an invalid pattern', '$a', { do: 'set', at: 0, condition: text('$a', 'pattern', '[') }, null],
    ['refuses a value with an operator', '$a == 1', { do: 'set', at: 0, condition: source('$a', '1 or $b') }, null],
  ])('%s: %s', (_, before, change, after) => expect(changeConditions(before, 'condition', change)).toBe(after));

  it('replaces the message and keeps comments', () => {
    const source = 'if this { // why\n  reject because "No"\n}';
    expect(changeConditions(source, 'validate', { do: 'say', message: 'It is "so"' })).toBe(
      'if this { // why\n  reject because "It is \\"so\\""\n}',
    );
  });
});

function is(field: string, number: number): Condition {
  return { field, operator: '==', value: { kind: 'number', number } };
}

function source(field: string, text: string): Condition {
  return { field, operator: '==', value: { kind: 'source', source: text } };
}

const anyField = fc.constantFrom('$a', '$b.c', 'this', '$start_date');
const anyValue = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => ({ kind: 'text' as const, text })),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).map((number) => ({
    kind: 'number' as const,
    number: Math.round(number * 1000) / 1000 || 0,
  })),
  fc.boolean().map((is) => ({ kind: 'truth' as const, is })),
  fc.array(fc.string(), { maxLength: 3 }).map((texts) => ({ kind: 'texts' as const, texts })),
  anyField.map((field) => ({ kind: 'field' as const, field })),
  fc
    .constantFrom('30 days ago', 'today', '$a + 1', '$b:length')
    .map((text) => ({ kind: 'source' as const, source: text })),
);
const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field: anyField, operator: fc.constantFrom('filled' as const, 'empty' as const) }),
  fc.record({
    field: anyField,
    operator: fc.constantFrom('==' as const, '<=' as const, 'not in' as const, 'matches' as const),
    value: anyValue,
  }),
);
const anyChange: fc.Arbitrary<ConditionChange> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), condition: anyCondition }),
  fc.record({ do: fc.constant('set' as const), at: fc.nat(4), condition: anyCondition }),
  fc.record({ do: fc.constant('remove' as const), at: fc.nat(4) }),
  fc.record({ do: fc.constant('join' as const), join: fc.constantFrom('and' as const, 'or' as const) }),
);

/** Inserts comments after some of the words of a source. */
function insertComments(source: string, places: readonly number[]): string {
  const gaps = [...source.matchAll(/(?<=[\w)\]]) (?=(and|or|==|<=|\$|this))/g)].map(({ index }) => index);
  const offsets = [...new Set(places.map((place) => gaps[place % Math.max(gaps.length, 1)]))].filter(
    (at) => at !== undefined,
  );
  const isInText = (at: number) => (source.slice(0, at).match(/"/g)?.length ?? 0) % 2 === 1;
  return offsets
    .filter((at) => !isInText(at))
    .sort((one, other) => other - one)
    .reduce((text, at, number) => `${text.slice(0, at)} // note ${number}\n${text.slice(at)}`, source);
}

const commentsOf = (source: string) =>
  findComments(source)
    .map(({ from, to }) => source.slice(from, to).trimEnd())
    .sort();

describe.each(['condition', 'validate'] as const)('changeConditions for a %s script', (use) => {
  it('writes conditions that read back the same, and keeps all comments', () => {
    const run = fc.tuple(
      fc.array(anyCondition, { maxLength: 4 }),
      fc.array(fc.nat(20), { maxLength: 5 }),
      fc.array(anyChange),
    );
    fc.assert(
      fc.property(run, ([conditions, places, changes]) => {
        const first = conditions.reduce(
          (now, condition) => changeConditions(now, use, { do: 'add', condition }) ?? '',
          '// The first\n',
        );
        expect(rowsOf(first, use)).toEqual(conditions);
        let now = insertComments(first, places);
        let expected = conditions;
        expect(rowsOf(now, use)).toEqual(expected);
        for (const change of changes) {
          if ('at' in change && change.at >= expected.length) continue;
          const after = changeConditions(now, use, change);
          expect(after, `${JSON.stringify(change)} of ${now}`).not.toBeNull();
          expect(commentsOf(after ?? '')).toEqual(commentsOf(now));
          if (change.do === 'add') expected = [...expected, change.condition];
          else if (change.do === 'set') expected = expected.with(change.at, change.condition);
          else if (change.do === 'remove') expected = expected.toSpliced(change.at, 1);
          now = after ?? '';
          expect(rowsOf(now, use)).toEqual(expected);
        }
      }),
      { numRuns: 40 },
    );
  });
});
