import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, format, run } from '#grammar/index.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { scriptOf } from './analyze-valid.ts';
import { formatDiagnostic } from './case.ts';
import { interpretScript } from './interpreter/interpreter.ts';
import { INPUT, randomPrograms } from './interpreter/programs.ts';

/** The number of random cases of the nightly run, of which `npm test` tries a third, with another seed each time. */
const runs = (nightly: number) => ({ numRuns: isNightly() ? nightly : Math.ceil(nightly / 3) });

const now = new Date('2026-11-21T10:30:15Z');
const input = deepFreeze(structuredClone(INPUT));

describe('a random program', () => {
  it('gives the same value, errors, output, diagnostics and steps as the reference interpreter', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(randomPrograms, fc.boolean(), (source, ignoreErrors) => {
        const { program, diagnostics } = compile(source);
        fc.pre(ignoreErrors || diagnostics.every(({ severity }) => severity !== 'error'));
        const result = run(program, input, { now, ignoreErrors });
        const walked = interpretScript(source, scriptOf(source), input, { now, ignoreErrors });
        const { status, value, errors, output, stats } = result;
        // Statements after a jump may have been charged together with those before it.
        const steps = status === 'passed' && !source.includes('skip') ? stats.steps : walked.steps;
        const reported = result.diagnostics.map(formatDiagnostic);
        expect({ status, value, errors, output, diagnostics: reported, steps }).toEqual({
          ...walked,
          diagnostics: walked.diagnostics.map(formatDiagnostic),
        });
      }),
      runs(600),
    );
  });

  it('gives the same result with a trace', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(randomPrograms, (source) => {
        const { program } = compile(source);
        const plain = run(program, input, { now, ignoreErrors: true });
        const { trace, ...traced } = run(program, input, { now, ignoreErrors: true, trace: true });
        expect(traced).toEqual(plain);
        expect(trace).toBeDefined();
      }),
      runs(250),
    );
  });

  it('has the same tree and result after formatting, and formatting is idempotent', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(randomPrograms, (source) => {
        const formatted = format(source);
        expect(format(formatted)).toBe(formatted);
        expect(shapeOf(scriptOf(formatted))).toEqual(shapeOf(scriptOf(source)));
        const [before, after] = [source, formatted].map((text) =>
          run(compile(text).program, input, { now, ignoreErrors: true }),
        );
        expect(after?.value).toEqual(before?.value);
        expect(after?.status).toEqual(before?.status);
      }),
      runs(250),
    );
  });

  it('never throws after random edits', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(
        randomPrograms,
        fc.nat(),
        fc.nat({ max: 12 }),
        fc.string({ maxLength: 4, unit: 'grapheme' }),
        (source, at, length, noise) => {
          const begin = at % (source.length + 1);
          const broken = source.slice(0, begin) + noise + source.slice(begin + length);
          const { program, diagnostics } = compile(broken);
          const result = run(program, input, { now, ignoreErrors: true });
          expect(diagnostics.every(({ from, to }) => from >= 0 && from <= to && to <= broken.length)).toBe(true);
          expect(['passed', 'rejected', 'error', 'budget']).toContain(result.status);
          expect(format(format(broken))).toBe(format(broken));
        },
      ),
      runs(250),
    );
  });
});

describe('a random text', () => {
  const words = fc.constantFrom(
    'let',
    '$a',
    '=',
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '"',
    '\\',
    'each',
    'of',
    'if',
    'else',
    'take',
    ',',
    '.',
    ':',
    'x',
    '1',
    '//',
    '\n',
    '-',
    '!',
    'not',
    'in',
    'reject',
    'because',
    'define',
    ' ',
  );

  it.each([
    ['characters', fc.string({ maxLength: 200 })],
    ['bytes', fc.uint8Array({ maxLength: 200 }).map((bytes) => String.fromCharCode(...bytes))],
    ['words of the language', fc.array(words, { maxLength: 60 }).map((list) => list.join(' '))],
    ['words of the language without spaces', fc.array(words, { maxLength: 60 }).map((list) => list.join(''))],
  ])('a random text of %s gives diagnostics, never an exception', { timeout: 60_000 }, (_name, texts) => {
    fc.assert(
      fc.property(texts, (source) => {
        const { program } = compile(source);
        run(program, input, { now, ignoreErrors: true });
        format(source);
      }),
      runs(400),
    );
  });
});

describe('a random input', () => {
  it('is not changed, and names such as __proto__ in it are plain data', { timeout: 60_000 }, () => {
    const scripts = [
      '$a',
      '$a.b',
      '$__proto__',
      '$constructor',
      '$toString.length',
      '$a:text',
      '$a == $b',
      '[$a, $b]:unique',
      'each $x of $a { $x }',
      '$a + $b',
      '$a:keys',
      '$a includes $b',
      'reject $a',
    ];
    const key = fc.oneof(
      fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString', 'length'),
      fc.string({ maxLength: 3 }),
    );
    const value = fc.anything({
      key,
      withDate: true,
      withBigInt: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      maxDepth: 3,
    });
    const data = fc.dictionary(key, value);
    fc.assert(
      fc.property(data, fc.constantFrom(...scripts), (record, source) => {
        const { program } = compile(source);
        const result = run(program, deepFreeze(record), { now, ignoreErrors: true });
        expect(typeof result.value).not.toBe('function');
      }),
      runs(250),
    );
  });
});

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}

/** The tree without source positions. */
function shapeOf(node: unknown): unknown {
  return JSON.parse(
    JSON.stringify(node, (key, value: unknown) => (key === 'from' || key === 'to' ? undefined : value)),
  );
}
