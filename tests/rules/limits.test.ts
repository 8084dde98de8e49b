import { describe, expect, it } from 'vitest';
import { compile, LIMITS, type Program, run, type Schema } from '#grammar/index.ts';

const items = Array.from({ length: LIMITS.list }, (_, item) => item);
const manyKeys: Schema = Object.fromEntries(items.slice(0, 500).map((item) => [`form_key_${item}`, 'text']));

/** Pseudo-random bytes, the same in each run. */
function bytes(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode((state >> 8) % 256);
  }).join('');
}

const keys = Object.fromEntries(items.slice(0, 5_000).map((item) => [`key_${item}`, item]));
const text = 'a'.repeat(200_000);
/** The largest data that a form can contain within the maximum body size. */
const large = {
  items,
  text,
  keys,
  others: { another: 1, ...keys },
  record: { text },
  names: { [text]: 1 },
  digits: '1'.repeat(200_000),
  part: `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`,
  lines: '\n'.repeat(200_000),
};

describe('a hostile script', () => {
  it.each([
    ['random bytes', bytes(LIMITS.source), 'errors-occurred-parsing-source'],
    ['64 KiB of brackets', '('.repeat(LIMITS.source), 'nested-too-deep'],
    ['more than 64 KiB', ' '.repeat(LIMITS.source + 1), 'script-too-long'],
    ['an unterminated text', `print "${'a'.repeat(60_000)}`, 'bad-syntax'],
    ['a helper that calls itself', 'define :loop { $input:loop }\n1:loop', 'unknown-ornament'],
    ['helpers that call each other', 'define :a { $input:b }\ndefine :b { $input:a }\n1:b', 'unknown-ornament'],
    ['nothing but key words', 'if '.repeat(20_000), 'errors-occurred-parsing-source'],
    ['nothing but quotes', '"'.repeat(LIMITS.source), 'script-too-long'],
  ])('a hostile script with %s gets an error and does not run', (_, source, code) => {
    const { program, diagnostics } = compile(source);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    expect(run(program, {})).toMatchObject({ status: 'error', value: null, output: [] });
  });

  it.each([
    ['doubles a text 26 times', `let $s = "x"\n${'$s += $s\n'.repeat(26)}`, 'output-too-large'],
    ['doubles a list 26 times', `let $s = [1]\n${'$s += $s\n'.repeat(26)}`, 'output-too-large'],
    ['loops over 10,000 items inside of another loop', 'each $items { each $items { it } }', 'too-many-steps'],
    ['sorts in a loop', 'each $items { $items:sort }', 'too-many-steps'],
    ['removes duplicates in a loop', 'each $items { $items:unique }', 'too-many-steps'],
    ['writes a list in a loop', 'each $items { $items:text }', 'too-many-steps'],
    ['reads dates in loops', 'each $items { each $items { "2026-11-21":date } }', 'too-many-steps'],
    ['moves a date in loops', 'let $d = now each $items { each $items { $d += 1 month } }', 'too-many-steps'],
    ['appends to a list', 'let $l = [] each $items { $l += it }', 'too-many-steps'],
    ['rejects in loops', 'validate { each $items { each $items { reject it } } }', 'too-many-steps'],
  ])('a hostile script that %s stops when its budget is exhausted', (_, source, code) => {
    const { program } = compile(source);
    const { status, diagnostics, stats } = run(program, { items }, { now: new Date(0) });
    expect({ status, code: diagnostics.at(-1)?.code }).toEqual({ status: 'budget', code });
    expect(stats.steps).toBeLessThan(LIMITS.steps * 1.1);
  });

  it.each([
    ['writes a record with a long text', '$record:text', 200_000 / 64],
    ['writes a list of long texts', '[$text, $text]:text', 400_000 / 64],
    ['writes a record with long names', '$names:text', 200_000 / 64],
    ['counts the keys of a record', '$keys:length', 5_000],
    ['checks whether a record is empty', '$keys:is_empty', 5_000],
    ['lists the keys of a record', '$keys:keys', 5_000],
    ['compares records that differ in their first key', '$keys == $others', 10_000],
    ['compares a long text with a number', '$digits == 1', 200_000 / 64],
    ['calculates with a long text', '$digits * 2', 200_000 / 64],
    ['searches a long text', '$text includes $part', 300_000 / 64],
    ['searches a long text ignoring case', '$text matches $part', (8 * 300_000) / 64],
    ['searches a literal text ignoring case', '$text matches "b"', (8 * 200_000) / 64],
    ['lowercases a long text', '$text:lower', (8 * 200_000) / 64],
    ['uppercases long texts', '[$text, $text]:upper', (8 * 400_000) / 64],
    ['validates a long text as a URL', '$text:valid_url', 200_000 / 64],
    ['cuts a text into its characters', '$text:chars', 10_000],
    ['cuts a text into its lines', '$lines:lines', 10_000],
    ['sorts a list', '$items:sort', 20_000],
    ['rejects a list', 'validate { reject $items }', 10_000],
    ['returns a list', '$items', 10_000],
  ])('a hostile script that %s is charged for its size', (_, source, least) => {
    const { program } = compile(source);
    expect(run(program, large).stats.steps).toBeGreaterThan(least);
  });

  it('a hostile script with thousands of unknown names gets 100 messages, 50 suggestions and the number of omitted messages', () => {
    const source = items
      .slice(0, 3_000)
      .map((item) => `$from_key_${item}`)
      .join('\n');
    const { diagnostics } = compile(source, { schema: manyKeys });
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics.at(-1)?.message).toBe('More messages: 2900 of this script are not shown');
    expect(diagnostics.filter(({ suggestion }) => suggestion !== undefined)).toHaveLength(50);
  });

  it('whose errors are ignored reports each position once, however often it is reached', () => {
    const { diagnostics } = run(
      compile('each $items { each $n { 1 } }').program,
      { items, n: 5 },
      { ignoreErrors: true },
    );
    expect(diagnostics).toHaveLength(1);
  });

  it.each([
    ['closing braces', '}'.repeat(LIMITS.source)],
    ['unknown tokens', '@ '.repeat(LIMITS.source / 2)],
    ['conditions on separate lines', '$a == 1 or $b\n'.repeat(2_000)],
    ['comparisons in nested blocks', `${'1 < ('.repeat(90)}${'1 + '.repeat(5_000)}1${') < 3'.repeat(90)}`],
  ])('a hostile script with %s gets at most 256 KiB of diagnostics', (_, source) => {
    const { diagnostics } = compile(source, { schema: {} });
    expect(diagnostics.length).toBeLessThanOrEqual(101);
    expect(JSON.stringify(diagnostics).length).toBeLessThan(256 * 1024);
  });

  it.each([
    ['rejects with long messages', 'validate { each $items { reject it because $text } }'],
    ['rejects long values', 'validate { each $items { reject $text because "no" } }'],
    ['rejects under a long label', `validate "${'a'.repeat(50_000)}" { each $items { reject it } }`],
  ])('a hostile script that %s returns at most 256 KiB of messages and the number of omitted ones', (_, source) => {
    const { status, errors } = run(compile(source).program, { items: items.slice(0, 100), text });
    const size = errors.reduce(
      (sum, { message, label = '', value }) => sum + message.length + label.length + String(value).length,
      0,
    );
    expect(status).toBe('rejected');
    expect(size).toBeLessThan(257 * 1024);
    expect(errors.at(-1)?.message).toMatch(/^… and \d+ more$/);
  });

  it.each([
    ['one path', `$a${'.b'.repeat(101)}`, 'Nested too deep: more than 100 keys in a path', '1:204'],
    ['keys after a helper', `$a:first${'.b'.repeat(101)}`, 'Nested too deep: more than 100 keys in a path', '1:210'],
    [
      'a chain of variables',
      `let $v0 = $a\n${items
        .slice(1, 200)
        .map((n) => `let $v${n} = $v${n - 1}.b\n`)
        .join('')}`,
      'Nested too deep: more than 100 keys in a path',
      '102:19',
    ],
  ])('a hostile script with %s of more than 100 keys gets one error at the excess key', (_, source, message, place) => {
    const diagnostics = compile(source).diagnostics.filter(({ code }) => code === 'nested-too-deep');
    expect(diagnostics.map(({ line, column, message: text }) => [text, `${line}:${column}`])).toEqual([
      [message, place],
    ]);
  });

  it.each([
    ['one path', `$a${'.b'.repeat(100)}`],
    [
      'a chain of variables',
      `let $v0 = $a\n${items
        .slice(1, 101)
        .map((n) => `let $v${n} = $v${n - 1}.b\n`)
        .join('')}$v100`,
    ],
  ])('a hostile script with %s of 100 keys compiles', (_, source) => {
    expect(compile(source).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('does not affect other scripts', () => {
    const outcomes = [compile('('.repeat(LIMITS.source)), compile('1 + 1')].map(({ program }) => resultOf(program));
    expect(outcomes).toEqual([null, 2]);
  });
});

function resultOf(program: Program | null): unknown {
  return run(program, {}).value;
}
