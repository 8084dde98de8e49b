import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  analyze,
  compile,
  complete,
  type Diagnostic,
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
import { formatDiagnostic } from '#tests/rules/case.ts';
import { interpretScript } from '#tests/rules/interpreter/interpreter.ts';
import { INPUT } from '#tests/rules/interpreter/programs.ts';
import { cpuSeconds, fuzz, fuzzTimeout } from './fuzz.ts';
import { ruleTexts } from './rule-texts.ts';

const now = new Date('2026-11-21T10:30:15Z');

/**
 * CPU time limit of one text in seconds, for everything done with it here; a run of a million steps takes a tenth of
 * it.
 */
const maxSeconds = 15;

/** Step limit above which the reference interpreter is skipped, because it would use up the time. */
const walkable = 20_000;

test('every random rule text is rejected with a problem, or runs within its limits', {
  timeout: fuzzTimeout,
}, async () => {
  const property = fc.property(ruleTexts, fc.nat(), fc.boolean(), (source, at, ignoreErrors) => {
    const began = cpuSeconds();
    expectPlaces(source);
    expectFixes(source);
    expectRun(source, ignoreErrors);
    expectFormat(source);
    expectEditing(source, at % (source.length + 1));
    expect(cpuSeconds() - began).toBeLessThan(maxSeconds);
  });
  await fuzz('rules', property);
});

/** Each problem has a code, a message and a range in the text, and the analysis reports the same. */
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

const fuzzSchema = { n: 'number', text: 'text', list: { list: 'number' }, day: 'date', yes: 'boolean' } as const;

/**
 * The fix of an error leaves fewer errors, and the fix of a warning or hint adds none. No message names two equal types.
 */
function expectFixes(source: string): void {
  for (const options of [{}, { schema: fuzzSchema, mode: 'condition' } as const]) {
    const { diagnostics } = compile(source, options);
    // More than a hundred are not listed.
    if (diagnostics.some(({ code }) => code === 'more-messages')) continue;
    const errors = countErrors(diagnostics);
    for (const { message } of diagnostics) expect(message).not.toMatch(/Expected an? (\w+), got \1$|got (\w+) and \2$/);
    for (const { severity, message, fixes = [] } of diagnostics.filter(({ fixes }) => fixes).slice(0, 5)) {
      const [{ from, to, text } = { from: 0, to: 0, text: '' }, ...others] = fixes;
      expect(others).toEqual([]);
      const fixed = source.slice(0, from) + text + source.slice(to);
      const left = countErrors(compile(fixed, options).diagnostics);
      const most = severity === 'error' ? errors - 1 : errors;
      expect(left, `${message} in ${source}, fixed as ${fixed}`).toBeLessThanOrEqual(most);
    }
  }
}

/** The number of errors without their summary. */
function countErrors(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'errors-occurred-parsing-source')
    .length;
}

/**
 * A run ends within its step limit, the traced run and the reference interpreter give the same result, and that is JSON
 * data.
 */
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
  const { status, value, errors, output, diagnostics } = interpretScript(source, script, INPUT, options);
  expect({ status, value, errors, output, diagnostics: diagnostics.map(formatDiagnostic) }).toEqual({
    status: result.status,
    value: result.value,
    errors: result.errors,
    output: result.output,
    diagnostics: result.diagnostics.map(formatDiagnostic),
  });
}

/** Formatting is idempotent and keeps the result. */
function expectFormat(source: string): void {
  const formatted = format(source);
  expect(format(formatted)).toBe(formatted);
  const [before, after] = [compile(source), compile(formatted)];
  if (before.diagnostics.some(({ severity }) => severity === 'error')) return;
  const [one, other] = [before, after].map(({ program }) => run(program, INPUT, { now, ignoreErrors: true }));
  expect(other?.status).toBe(one?.status);
  expect(other?.value).toEqual(one?.value);
}

/** The editor's queries (completion, hover) at every cursor position. */
function expectEditing(source: string, at: number): void {
  for (const { label } of complete(source, at, { schema: fuzzSchema }).slice(0, 3)) expect(label).not.toBe('');
  hover(source, at, { schema: fuzzSchema });
  outline(source);
  rename(source, 'n', 'renamed');
  for (const use of ['condition', 'validate'] as const) readConditions(source, use);
}
