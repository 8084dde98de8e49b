import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly, sweepSample } from '#tests/runner/sweep.ts';
import { WorkCounter, type Works } from './work-counter.ts';

const counter = new WorkCounter();

/**
 * `npm test` measures a third of the constructs in small scripts, which show quadratic work of the passes, but not
 * copying by the engine.
 */
const largest = isNightly() ? 64 * 1024 : 8 * 1024;
/** The part of a script that is edited: the editor parses it many times. */
const editedShare = isNightly() ? 16 : 4;
/** Above what 64 KiB can contain, so that the test measures the pass and not how early it stops. */
const limits = { nodes: 1_000_000 };

/** Repeats a text, built from its number, up to a size in characters. */
function repeated(part: (n: number) => string, head = '', tail = ''): (size: number) => string {
  return (size) => {
    const parts: string[] = [];
    for (let length = head.length + tail.length, n = 1; ; n += 1) {
      const text = part(n);
      length += text.length;
      if (length > size) return head + parts.join('') + tail;
      parts.push(text);
    }
  };
}

const constructs: Readonly<Record<string, (size: number) => string>> = {
  'let of a key of the previous variable': repeated((n) => `let $v${n} = $v${n - 1}.b\n`, 'let $v0 = $a\n'),
  'let of the previous variable': repeated((n) => `let $v${n} = $v${n - 1}\n`, 'let $v0 = $a\n'),
  'let of a list of the previous variable': repeated((n) => `let $v${n} = [$v${n - 1}]\n`, 'let $v0 = 1\n'),
  'let of a list of two chains': repeated(
    (n) => `let $v${n} = [$v${n - 1}] let $w${n} = [$w${n - 1}] let $u${n} = [$v${n}, $w${n}]\n`,
    'let $v0 = 1 let $w0 = 1\n',
  ),
  'let that appends': repeated((n) => `let $v${n} = $v${n - 1} + [[$v${n - 1}]]\n`, 'let $v0 = [1]\n'),
  'assignments that wrap': repeated(() => '$v = [$v]\n', 'let $v = 1\n'),
  'assignments to undeclared names': repeated((n) => `$v${n} = 1\n`),
  'assignments before the declaration': (size) =>
    `${repeated((n) => `$v${n} = 1\n`)(size / 2)}${repeated((n) => `let $v${n} = 1\n`)(size / 2)}`,
  'takes from the previous take': repeated((n) => `take { $b as $v${n} } from $v${n - 1}\n`, 'take $v0\n'),
  'one take of many names': repeated((n) => `$k${n}, `, 'take { ', '$last } from $a'),
  'helpers that call the previous one': repeated(
    (n) => `define :${name(n)} { $input:${name(n - 1)} }\n`,
    `define :${name(0)} 1\n`,
  ),
  'helpers that wrap the result of the previous one': repeated(
    (n) => `define :${name(n)} [$input:${name(n - 1)}]\n`,
    `define :${name(0)} $input\n`,
  ),
  'helpers, and blocks with one helper each': (size) =>
    `${repeated((n) => `define :${name(n)} 1\n`)(size / 2)}${repeated(() => '{ define :own 1 }\n')(size / 2)}`,
  'helpers that do not parse': repeated((n) => `define :${name(n)} =\n`),
  'helpers of the same name': repeated(() => 'define :own 1\n'),
  'consecutive loops': repeated((n) => `each $r${n} of $a.b { $r${n}.c }\n`),
  'loops over the result of the previous loop': repeated(
    (n) => `let $v${n} = each $r of $v${n - 1} { $r }\n`,
    'let $v0 = $a\n',
  ),
  'variables declared in loops': repeated((n) => `let $v${n} = $v${n - 1}.b\n`, 'each $v0 of $a {\n', '}'),
  'one path': repeated(() => '.b', '$a'),
  'one chain of keys after a helper': repeated(() => '.b', '$a:first'),
  'one chain of helpers': repeated(() => ':trim', '$a'),
  'paths of a hundred keys': repeated((n) => `$a${'.b'.repeat(99)}.c${n}\n`),
  'paths of the same name': repeated(() => '$a.b.c\n'),
  'one list': repeated((n) => `${n}, `, '[', '1]'),
  'a list of lists': repeated(() => '[1], ', '[', '1]'),
  'dates among texts': repeated(() => '"2024-12-25", ', '$d:date in [', '"2024-12-25"]'),
  'one sum': repeated(() => ' + $a', '$a'),
  'one sum over lines': repeated(() => '\n- $a', '$a'),
  'one sum of months': repeated(() => ' + 1 month', 'now'),
  'one product in a sum': repeated(() => ' * $a + 2', '$a'),
  'sums in nested parentheses': repeated(() => '(((((1 + $a) + 1) + 1) + 1) + 1) + ', '', '1'),
  'one condition with and': repeated((n) => ` and $a == ${n}`, '$a'),
  'one condition with or': repeated((n) => ` or $a == ${n}`, '$a'),
  'conditions that chain': repeated((n) => ` < ${n}`, '$a'),
  'conditions on separate lines': repeated((n) => `$a == ${n} or $b\n`),
  'else if': repeated((n) => ` else if $a == ${n} { 1 }`, 'if $a { 1 }'),
  rejections: repeated((n) => `if $a == ${n} { reject $a because "no" }\n`),
  'texts after a rejection': repeated(() => ' "b"', 'reject $a because "a"'),
  validations: repeated((n) => `validate "v${n}" { reject $a }\n`),
  'a hundred nested blocks': (size) => `${'{'.repeat(99)}\n${repeated(() => '1\n')(size - 300)}${'}'.repeat(99)}`,
  'blocks nested 90 deep': repeated(() => `${'{'.repeat(90)}1${'}'.repeat(90)}\n`),
  'parentheses nested 90 deep': repeated(() => `${'('.repeat(90)}1${')'.repeat(90)}\n`),
  blocks: repeated(() => '{ 1 }\n'),
  'empty statements': repeated(() => ';'),
  'empty lines': repeated(() => '\n'),
  spaces: repeated(() => ' ', '$a', '+ 1'),
  comments: repeated(() => '//\n'),
  'comments after statements': repeated(() => '1 // one\n'),
  'comments inside a statement': repeated(() => '// one\n', '$a\n', '+ 1'),
  'one comment': repeated(() => '/', '//'),
  'one text': repeated(() => 'a', '"', '"'),
  'one text of escapes': repeated(() => '\\u0041', '"', '"'),
  'one text of invalid escapes': repeated(() => '\\q', '"', '"'),
  'one name': repeated(() => 'a', '$'),
  'one number': repeated(() => '1'),
  texts: repeated(() => '"a" '),
  measures: repeated(() => '5 months ago\n'),
  'unknown names': repeated((n) => `$from_key_${n}\n`),
  'unknown helpers': repeated((n) => `1:${name(n)}\n`),
  'closing braces': repeated(() => '}'),
  'opening quotes': repeated(() => '"'),
  'unknown tokens': repeated(() => '@ '),
  'invalid statements': repeated(() => 'let\n'),
  'an invalid statement before empty lines': repeated(() => '\n', 'let', 'x'),
  'an invalid statement before comments': repeated(() => '\n//', 'let', '\nx'),
  'invalid statements with blocks': repeated(() => 'let = { 1 }\n'),
  'invalid blocks': repeated(() => 'if { '),
  words: repeated(() => 'if '),
  'leading minus signs': repeated(() => `${'-'.repeat(90)}1\n`),
  'takes of an invalid list': repeated(() => 'take { $a, 1 }\n'),
  colons: repeated(() => ':'),
  dots: repeated(() => '$a.'),
};

/** The name of a helper: letters only. */
function name(n: number): string {
  return `h${String(n).replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)))}`;
}

const schema = { a: { list: { record: { b: 'any', c: 'any' } } }, d: 'date' } as const;

/** Loads the grammar only after the counter has started. */
const load = () => import('#grammar/index.ts');

type Rules = Awaited<ReturnType<typeof load>>;
const options = { schema, limits };

/** All work on a script before it runs. */
function prepare(rules: Rules, source: string): void {
  rules.compile(source, options).program?.machine.code(false);
  rules.analyze(source, options);
  rules.format(source);
}

/** All work of an editor on a script. */
function edit(rules: Rules, source: string): void {
  rules.complete(source, source.length, options);
  rules.hover(source, 1, options);
  rules.rename(source, 'a', 'z');
  rules.rename(source, 'a.*.b', 'z');
  rules.readConditions(source, 'condition');
}

/** Measures both for a source; the editor's work on a smaller part. */
async function workOn(rules: Rules, text: (size: number) => string, size: number): Promise<Works> {
  const prepared = await counter.count(() => prepare(rules, text(size)));
  const edited = await counter.count(() => edit(rules, text(size / editedShare)));
  const editing = Array.from(edited).filter(([path]) => path.startsWith('editor/') && !prepared.has(path));
  return new Map([...prepared, ...editing]);
}

/** The passes over a script with the modules they consist of. */
const passes: Readonly<Record<string, RegExp>> = {
  scanning: /^syntax\/(scan|scan-number|scan-text|characters)\.ts$/,
  parsing: /^(generated\/parser\.js|syntax\/(parse|precedence|recovery)\.ts)$/,
  walking: /^syntax\/children\.ts$/,
  scopes: /^analysis\/scopes?\.ts$/,
  helpers: /^analysis\/resolve-helpers\.ts$/,
  'data paths': /^analysis\/data-paths\.ts$/,
  types: /^analysis\/([a-z]+-type|helper-signature|types|date-fix)\.ts$/,
  hints: /^analysis\/hints\.ts$/,
  'unused values': /^analysis\/unused-values\.ts$/,
  'input paths': /^analysis\/input-paths\.ts$/,
  symbols: /^analysis\/symbols\.ts$/,
  diagnostics: /^(diagnostics\/[a-z-]+|compile|analysis\/analysis)\.ts$/,
  compiler: /^(compiler\/[a-z-]+|values\/[a-z-]+)\.ts$/,
  formatting: /^editor\/(format|layout|expression-layout|comments|pretty-printer)\.ts$/,
  editing: /^editor\/(?!format|layout|expression-layout|comments|pretty-printer)[a-z-]+\.ts$/,
};

/**
 * Lower bounds below which work is not compared, because the fixed costs of a pass would dominate. Bytes are sampled,
 * and drop once the engine has optimized the code. They only detect copying by the engine, which our step counts miss;
 * quadratic copying shows as a factor of four for twice the input.
 */
const bounds = [
  { what: 'steps', times: 2.5, least: 10_000 },
  { what: 'bytes', times: 3.7, least: 30_000_000 },
] as const;

const twice = new Map<string, readonly Works[]>();

beforeAll(async () => {
  await counter.start();
  const rules = await load();
  prepare(rules, 'let $a = 1');
  edit(rules, 'let $a = 1');
  for (const [construct, text] of sweepSample(Object.entries(constructs), 6)) {
    const measure = async () => [await workOn(rules, text, largest / 2), await workOn(rules, text, largest)];
    const works = await measure();
    // V8 drops some counts when it discards compiled code, so an excess only counts if it repeats.
    const isExcessive = Object.keys(passes).some((pass) => excessOf(works, pass).length > 0);
    twice.set(construct, isExcessive ? await measure() : works);
  }
}, 600_000);
afterAll(() => counter.stop());

describe(`for twice the amount of any construct, up to ${largest / 1024} KiB`, () => {
  it.each(Object.keys(passes))('%s takes at most 2.5 times the work', (pass) => {
    const excessive = Array.from(twice).flatMap(([construct, works]) =>
      excessOf(works, pass).map((excess) => `${construct}: ${excess}`),
    );
    expect(excessive).toEqual([]);
  });
});

/** The excess work of a pass for twice the input. */
function excessOf(works: readonly Works[], pass: string): string[] {
  const [once = none, again = none] = works.map((modules) => workOf(modules, passes[pass] ?? /^$/));
  return bounds
    .filter(({ what, times, least }) => again[what] > Math.max(times * once[what], least))
    .map(({ what }) => `${once[what]} ${what}, then ${again[what]}`);
}

const none = { steps: 0, bytes: 0 };

function workOf(modules: Works, pass: RegExp): { steps: number; bytes: number } {
  const works = Array.from(modules).filter(([path]) => pass.test(path));
  return works.reduce((sum, [, { steps, bytes }]) => ({ steps: sum.steps + steps, bytes: sum.bytes + bytes }), none);
}
