import { afterAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#grammar/diagnostics/messages.ts';
import { BUILT_INS } from '#grammar/helpers/built-ins.ts';
import { compile, format, run } from '#grammar/index.ts';
import { type Coverage, readCases, runOptions, runRuleCase } from './case.ts';

const cases = readCases();
const zone = process.env.TZ;

describe('every case of the rules language', () => {
  it.each(cases)('$name gives the expected result', (rules) => {
    expect(runRuleCase(rules)).toEqual(rules.expected);
  });

  it.each(cases)('$name gives the same result with a trace', (rules) => {
    expect(runRuleCase(rules, { trace: true })).toEqual(rules.expected);
  });

  it.each(cases)('$name gives the same result after formatting, and formatting is idempotent', (rules) => {
    const formatted = format(rules.source);
    const { expected } = rules;
    const result = runRuleCase({ ...rules, source: formatted });
    expect(format(formatted)).toBe(formatted);
    expect({ ...result, compiled: [], diagnostics: [] }).toEqual({ ...expected, compiled: [], diagnostics: [] });
  });
});

describe.each(['UTC', 'America/New_York', 'Pacific/Apia'])('on a machine in the time zone %s', (name) => {
  afterAll(() => {
    process.env.TZ = zone;
  });

  it('every case gives the expected result', () => {
    process.env.TZ = name;
    expect(cases.map((rules) => ({ name: rules.name, ...runRuleCase(rules) }))).toEqual(
      cases.map(({ name, expected }) => ({ name, ...expected })),
    );
  });
});

describe('the cases', () => {
  const subjects = [...Object.keys(MESSAGES), ...Array.from(BUILT_INS.keys(), (name) => `:${name}`)];
  const kinds = ['appears', 'absent', 'edge'] as const satisfies readonly Coverage[];

  it.each(subjects)('cover %s with a case where it appears, one where it does not, and an edge case', (subject) => {
    const shown = kinds.filter((kind) => cases.some(({ covers }) => covers[subject] === kind));
    expect(shown).toEqual(kinds);
  });

  it('declare correctly which messages they produce', () => {
    const untrue = cases.flatMap(({ name, covers, expected }) =>
      Object.entries(covers)
        .filter(([subject]) => !subject.startsWith(':'))
        .filter(([code, kind]) => kind !== 'edge' && hasCode(expected, code) !== (kind === 'appears'))
        .map(([code, kind]) => `${name}: ${code} ${kind}`),
    );
    expect(untrue).toEqual([]);
  });

  it('use the same number of steps in each run of a program', () => {
    const differing = cases.filter((rules) => {
      const { program } = compile(rules.source, { schema: rules.schema });
      const [first, second] = [1, 2].map(() => run(program, rules.input, runOptions(rules)).stats.steps);
      return first !== second;
    });
    expect(differing).toEqual([]);
  });
});

function hasCode(
  { compiled, diagnostics }: { compiled: readonly string[]; diagnostics: readonly string[] },
  code: string,
): boolean {
  return [...compiled, ...diagnostics].some((sentence) => sentence.split(' ')[2] === code);
}
