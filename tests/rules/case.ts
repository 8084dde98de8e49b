import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  compile,
  type Diagnostic,
  type Input,
  type Limits,
  type Mode,
  type RunOptions,
  type RunResult,
  run,
  type Schema,
} from '#grammar/index.ts';

/**
 * How a case covers a message or helper: it appears, it does not appear although one might expect it, or it is at its
 * limit.
 */
export type Coverage = 'appears' | 'absent' | 'edge';

/** A script with its input and expected result: cases/AREA/NAME.rules and NAME.json. */
export interface RuleCase {
  readonly name: string;
  readonly source: string;
  /** The message codes and `:helpers` that the case covers. */
  readonly covers: Readonly<Record<string, Coverage>>;
  readonly input: Input;
  readonly schema?: Schema;
  readonly mode?: Mode;
  readonly now?: string;
  readonly zone?: string;
  readonly options?: { this?: unknown; index?: number; ignoreErrors?: boolean };
  readonly limits?: Partial<Limits>;
  readonly expected: ExpectedResult;
}

export interface ExpectedResult {
  readonly status: RunResult['status'];
  readonly value: unknown;
  readonly errors: readonly { path: readonly (string | number)[]; value: unknown; message: string; label?: string }[];
  /** The compiler's diagnostics, as `line:column severity code message`. */
  readonly compiled: readonly string[];
  /** The diagnostics of the run. */
  readonly diagnostics: readonly string[];
  readonly output: readonly string[];
}

const folder = fileURLToPath(new URL('cases/', import.meta.url));

/** Reads all cases below cases/, sorted by area and name. */
export function readCases(): readonly RuleCase[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.rules'));
  return files.sort().map((file) => {
    const name = file.replace(/\.rules$/, '');
    const details: Omit<RuleCase, 'name' | 'source'> = JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8'));
    return { name, source: readFileSync(`${folder}${file}`, 'utf8'), ...details };
  });
}

/** Compiles and runs a case. Returns the result in the format of its expectation. */
export function runRuleCase(rules: RuleCase, changes: RunOptions = {}): ExpectedResult {
  const { source, schema, mode, limits } = rules;
  const { program, diagnostics } = compile(source, { schema, mode, limits });
  const result = run(program, rules.input, { ...runOptions(rules), ...changes });
  return {
    status: result.status,
    value: plain(result.value),
    errors: result.errors.map(({ path, value, message, label }) => ({
      path,
      value: plain(value),
      message,
      ...(label === undefined ? {} : { label }),
    })),
    compiled: diagnostics.map(formatDiagnostic),
    diagnostics: result.diagnostics.map(formatDiagnostic),
    output: result.output,
  };
}

/** The run options of a case. */
export function runOptions({ now, zone, options }: RuleCase): RunOptions {
  return { now: now === undefined ? undefined : new Date(now), zone, ...options };
}

/** Formats a diagnostic as one line. */
export function formatDiagnostic({ line, column, severity, code, message }: Diagnostic): string {
  return `${line}:${column} ${severity} ${code} ${message}`;
}

/** Converts dates to texts and durations to objects, as in JSON. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
