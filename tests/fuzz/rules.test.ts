import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  analyze,
  compile,
  complete,
  format,
  hover,
  LIMITS,
  lineValues,
  outline,
  readConditions,
  rename,
  run,
} from '#grammar/index.ts';
import { parse } from '#grammar/syntax/parse.ts';
import { sentence } from '#tests/rules/case.ts';
import { INPUT } from '#tests/rules/walker/programs.ts';
import { walkScript } from '#tests/rules/walker/walker.ts';
import { fuzz, timeout, worked } from './fuzz.ts';
import { ruleTexts } from './rule-texts.ts';

const now = new Date('2026-11-21T10:30:15Z');

/** What one text may cost the process, with all that is done with it here; a run of a million steps takes a tenth. Seconds. */
const most = 15;

/** Beyond it the plain walk, which does the same once more, would take all of the time. */
const walkable = 20_000;

test('whatever is written in the rules language is told what is wrong with it, or runs within its bounds', {
  timeout,
}, async () => {
  const property = fc.property(ruleTexts, fc.nat(), fc.boolean(), (source, at, ignoreErrors) => {
    const began = worked();
    expectPlaces(source);
    expectRun(source, ignoreErrors);
    expectFormat(source);
    expectEditing(source, at % (source.length + 1));
    expect(worked() - began).toBeLessThan(most);
  });
  await fuzz('rules', property);
});

/** What is wrong has a code, a sentence and a place in the text; the analysis says the same. */
function expectPlaces(source: string): void {
  const { program, diagnostics } = compile(source);
  for (const { code, message, from, to, line, column } of diagnostics) {
    expect(code).toMatch(/^[a-z0-9-]+$/);
    expect(message).not.toBe('');
    expect([from >= 0, from <= to, to <= source.length, line >= 1, column >= 1]).not.toContain(false);
  }
  if (program === null) expect(diagnostics.map(({ severity }) => severity)).toContain('error');
  expect(analyze(source).diagnostics).toEqual(diagnostics);
}

/** A run ends within its steps, the traced run and the plain walk over the tree find the same, and what comes of it is data. */
function expectRun(source: string, ignoreErrors: boolean): void {
  const { program } = compile(source);
  const options = { now, ignoreErrors };
  const before = JSON.stringify(INPUT);
  const result = run(program, INPUT, options);
  expect(['passed', 'rejected', 'error', 'budget']).toContain(result.status);
  expect(result.stats.steps).toBeLessThan(LIMITS.steps * 1.1);
  expect(JSON.stringify(INPUT)).toBe(before);
  const { trace, ...traced } = run(program, INPUT, { ...options, trace: true });
  expect(traced).toEqual(result);
  lineValues(source, trace ?? []);
  const { script } = parse(source);
  if (program === null || script === null || (program.hasErrors && !ignoreErrors)) return;
  if (result.status === 'budget' || result.stats.steps > walkable) return;
  const { status, value, errors, output, diagnostics } = walkScript(source, script, INPUT, options);
  expect({ status, value, errors, output, diagnostics: diagnostics.map(sentence) }).toEqual({
    status: result.status,
    value: result.value,
    errors: result.errors,
    output: result.output,
    diagnostics: result.diagnostics.map(sentence),
  });
}

/** Formatted, a text stays as it is when it is formatted again, and does what it did. */
function expectFormat(source: string): void {
  const formatted = format(source);
  expect(format(formatted)).toBe(formatted);
  const [before, after] = [compile(source), compile(formatted)];
  if (before.diagnostics.some(({ severity }) => severity === 'error')) return;
  const [one, other] = [before, after].map(({ program }) => run(program, INPUT, { now, ignoreErrors: true }));
  expect(other?.status).toBe(one?.status);
  expect(other?.value).toEqual(one?.value);
}

/** What the editor asks, wherever the cursor stands. */
function expectEditing(source: string, at: number): void {
  const schema = { n: 'number', text: 'text' } as const;
  for (const { label } of complete(source, at, { schema }).slice(0, 3)) expect(label).not.toBe('');
  hover(source, at, { schema });
  outline(source);
  rename(source, 'n', 'renamed');
  for (const use of ['condition', 'validate'] as const) readConditions(source, use);
}
