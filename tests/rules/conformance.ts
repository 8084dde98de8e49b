import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile, type Mode, run, type Schema } from '#grammar/index.ts';

/** A script with its expected result, from grammar/conformance/*.json. */
export interface ConformanceCase {
  readonly about: string;
  readonly script: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly schema?: Schema;
  readonly mode?: Mode;
  /** The time of the run; without it the run has no clock. */
  readonly now?: string;
  readonly zone?: string;
  /** The value as JSON; omitted if there are rejections or if the script does not compile. */
  readonly value?: unknown;
  /** The rejections as `path: message`. */
  readonly rejections?: readonly string[];
  /** The diagnostics of compiling and running as `line:column severity message`; omitted if there are none. */
  readonly diagnostics?: readonly string[];
  /** The source after applying the first fix of the last diagnostic that has one. */
  readonly fixed?: string;
  /** How other languages write it, by language. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Where the result differs in another language: its result and the reason in one line, by language. */
  readonly differs?: Readonly<Record<string, { readonly result: string; readonly reason: string }>>;
}

export interface ConformanceFile {
  readonly title: string;
  /** What the cases have in common unless they say otherwise. */
  readonly common?: Partial<ConformanceCase>;
  readonly cases: readonly ConformanceCase[];
}

const folder = fileURLToPath(new URL('../../grammar/conformance/', import.meta.url));

/** Reads all files of grammar/conformance/, sorted by name. */
export function readConformance(): readonly ConformanceFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const file: ConformanceFile = JSON.parse(readFileSync(`${folder}${name}`, 'utf8'));
    return { ...file, cases: file.cases.map((each) => ({ ...file.common, ...each })) };
  });
}

/** Runs a case. Returns the result in the format of its expectation. */
export function runConformanceCase({ script, input = {}, schema, mode = 'value', now, zone }: ConformanceCase) {
  const compiled = compile(script, { schema, mode });
  const hasErrors = compiled.program === null || compiled.program.hasErrors;
  const result = run(compiled.program, input, { now: now === undefined ? undefined : new Date(now), zone });
  const diagnostics = [...compiled.diagnostics, ...(hasErrors ? [] : result.diagnostics)];
  const fix = diagnostics.findLast(({ fixes }) => fixes !== undefined)?.fixes?.[0];
  const rejections = result.errors.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return {
    value: hasErrors || rejections.length > 0 ? undefined : JSON.parse(JSON.stringify(result.value)),
    rejections,
    diagnostics: diagnostics
      .filter(({ code }) => code !== 'errors-occurred-parsing-source')
      .map(({ line, column, severity, message }) => `${line}:${column} ${severity} ${message}`),
    fixed: fix && script.slice(0, fix.from) + fix.text + script.slice(fix.to),
  };
}
