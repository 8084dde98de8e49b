import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, type HostHelpers, type RunOptions, run } from './index.ts';

function result(source: string, input = {}, options: RunOptions = {}, helpers?: HostHelpers) {
  return run(compile(source, { helpers }).program, input, options);
}

describe('the options of run and compile', () => {
  const vat: HostHelpers = {
    vat: { input: 'number', output: 'number', doc: 'With value added tax', run: (value) => Number(value) * 1.21 },
  };

  it('accept host helpers and check the types of their inputs', () => {
    expect(result('100:vat', {}, {}, vat).value).toBe(121);
    expect(compile('"x":vat + 1', { helpers: vat }).diagnostics.map(({ message }) => message)).toEqual([
      'Expected a number, got text',
    ]);
  });

  it('replace a host helper for one run', () => {
    const other: HostHelpers = { vat: { input: 'number', output: 'number', doc: '', run: () => 0 } };
    expect(result('100:vat', {}, { helpers: other }, vat).value).toBe(0);
  });

  it.each(['Vat', 'vat1', '', 'length', '__proto__x'])('throw a TypeError for a helper named %j', (name) => {
    const helpers = { [name]: { input: 'any', output: 'any', doc: '', run: () => 1 } } as const;
    expect(() => compile('1', { helpers })).toThrow(TypeError);
    expect(() => run(compile('1').program, {}, { helpers })).toThrow(TypeError);
  });

  it('turn an exception in a host helper into nothing with a warning, and an invalid result into nothing', () => {
    const helpers: HostHelpers = {
      fail: {
        input: 'any',
        output: 'any',
        doc: '',
        run: () => {
          throw new Error('sorry');
        },
      },
      leak: { input: 'any', output: 'any', doc: '', run: () => process.exit },
    };
    const { value, diagnostics } = result('[1:fail, 1:leak]', {}, {}, helpers);
    expect(value).toEqual([null, null]);
    expect(diagnostics.map(({ message }) => message)).toEqual(["Expected a value, got the error 'sorry'"]);
  });

  it('throw an error that names an unknown time zone', () => {
    expect(() => result('now', {}, { zone: 'Mars/Base' })).toThrow("'Mars/Base' is no time zone");
  });

  it('pass this, index and now, and report an undefined variable without them', () => {
    expect(result('[this, it, index, now]', {}, { this: 1, index: 2, now: new Date(0) }).value).toEqual([
      1,
      1,
      2,
      new Date(0),
    ]);
    expect(result('this').diagnostics.map(({ message }) => message)).toEqual(['Undefined variable: this']);
  });

  it('convert a date in this if its type is declared', () => {
    const { program } = compile('this:year', { this: 'date' });
    expect(run(program, {}, { this: '2026-11-21' }).value).toBe(2026);
  });
});

describe('a program', () => {
  it('is immutable and reentrant', () => {
    const { program } = compile('let $t = 0 each $l of $lines { $t += $l } $t:again');
    const helpers: HostHelpers = {
      again: {
        input: 'number',
        output: 'any',
        doc: '',
        run: (value) => (value === 6 ? run(inner, { lines: [10] }, { helpers }).value : value),
      },
    };
    const inner = compile('let $t = 0 each $l of $lines { $t += $l } $t:again', { helpers }).program;
    expect(run(inner, { lines: [1, 2, 3] }, { helpers }).value).toBe(10);
    expect(run(inner, { lines: [1, 2] }, { helpers }).value).toBe(3);
    expect(Object.isFrozen(inner)).toBe(true);
    expect(program).not.toBeNull();
  });

  it('a program with errors only runs if errors are ignored', () => {
    const { program } = compile('let = 1\nprint "ok"');
    expect(run(program, {})).toMatchObject({ status: 'error', output: [] });
    expect(run(program, {}).diagnostics.at(-1)?.code).toBe('expected-identifier');
    expect(run(program, {}, { ignoreErrors: true })).toMatchObject({ status: 'passed', output: ['ok'] });
  });

  it('skips a declaration that does not parse, so that its name refers to the input', () => {
    const { program } = compile('let $n 0\n$n');
    expect(run(program, { n: 7 }, { ignoreErrors: true })).toMatchObject({ value: 7, diagnostics: [] });
    expect(run(program, {}, { ignoreErrors: true }).diagnostics.map(({ code }) => code)).toEqual([
      'undefined-variable',
    ]);
  });

  it('is null if the script exceeds a limit, and running null returns an error', () => {
    const { program, diagnostics } = compile('('.repeat(200));
    expect(program).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toEqual(['nested-too-deep']);
    expect(run(program, {}).status).toBe('error');
  });

  it('reads own keys of the input only, never inherited ones', () => {
    const inherited = Object.create({ secret: 1 });
    expect(result('$secret', inherited).status).toBe('error');
    expect(result('$r.secret', { r: inherited }).value).toBeNull();
    class Person {
      name = 'Ann';
      get secret() {
        return 1;
      }
    }
    expect(result('[$p.name, $p.secret]', { p: new Person() }).value).toEqual(['Ann', null]);
    expect(result('each $ps as $p { [$p.name, $p.secret] }', { ps: [new Person()] }).value).toEqual([['Ann', null]]);
    const script = 'let $all = [] each $ps as $p { $all += $p.secret } $all';
    expect(result(script, { ps: [new Person()] }).value).toEqual([]);
  });

  it('gives the same result for JSON whether the host says that it is JSON or not', () => {
    const { program } = compile('let $all = [] each $rows as $row { $all += $row.name + "!" } $all');
    const rows: unknown[] = [{ name: 'Ann' }, 5, null, ['x'], { constructor: 'Ben', name: 'Ben' }, {}];
    const checked = run(program, { rows }, { ignoreErrors: true });
    expect(run(program, { rows }, { ignoreErrors: true, isJson: true })).toEqual(checked);
    expect(checked.value).toContain('Ben!');
  });

  it('returns the rejections of each validate block', () => {
    const { validations } = result('validate "A" { validate "B" { reject "x" } } validate { }');
    expect(validations).toMatchObject([
      {
        label: 'A',
        passed: false,
        errors: [],
        validations: [{ label: 'B', passed: false, errors: [{ message: 'x', label: 'B' }] }],
      },
      { passed: true, errors: [], validations: [] },
    ]);
  });
});

describe('a trace', () => {
  it('contains the value of each node with the row numbers of the enclosing loops', () => {
    const source = 'each $l of $lines { $l.q > 1 }';
    const { trace } = result(source, { lines: [{ q: 1 }, { q: 2 }] }, { trace: true });
    const entries = trace?.map(({ from, to, value, rows }) => ({ text: source.slice(from, to), value, rows }));
    expect(entries).toContainEqual({ text: '$l.q', value: 2, rows: [1] });
    expect(entries).toContainEqual({ text: '$l.q > 1', value: false, rows: [0] });
    expect(entries).toContainEqual({ text: source, value: [false, true], rows: [] });
  });

  it('is limited to 10,000 entries', () => {
    const { trace } = result(
      'each $l of $lines { $l + 1 }',
      { lines: Array.from({ length: 9000 }, () => 1) },
      { trace: true },
    );
    expect(trace?.length).toBe(10_000);
  });
});

describe('matches', () => {
  /** Letters that case folding or normalization changes: Kelvin sign, dotted and dotless i, ß, long s, accents, sigmas. */
  const letters = [...'kKiIsSeE1.', '\u212a', 'İ', 'ı', 'ß', 'ſ', '\u0301', '\u0307', 'é', 'ς', 'Σ', 'ﬁ', '😀'];
  const letter = fc.constantFrom(...letters);
  const text = (most: number) => fc.array(letter, { maxLength: most }).map((parts) => parts.join(''));

  it('finds a written text exactly where it finds the same text in a variable', () => {
    fc.assert(
      fc.property(text(12), text(3), (container, part) => {
        const ofLiteral = result(`$container matches ${JSON.stringify(part)}`, { container });
        const ofVariable = result('$container matches $part', { container, part });
        expect(ofLiteral).toEqual(ofVariable);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['Person@Corp.example', '@corp', true],
    ['cafe\u0301', 'cafe', false],
    ['cafe\u0301 cafe', 'cafe', true],
    ['\u212aelvin', 'kel', true],
    ['İstanbul', 'ist', true],
    ['Straße', 'strasse', true],
  ])('whether %j contains %j: %j', (container, part, value) => {
    expect(result(`$container matches ${JSON.stringify(part)}`, { container }).value).toBe(value);
  });
});
