import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile, type Mode, run, type Schema } from '#grammar/index.ts';

/** A script and what comes of it: grammar/conformance/*.json. */
export interface ConformanceCase {
  readonly about: string;
  readonly script: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly schema?: Schema;
  readonly mode?: Mode;
  /** What the clock shows; without it there is none. */
  readonly now?: string;
  readonly zone?: string;
  /** As JSON has it; left out where there are rejections, or where the script does not compile. */
  readonly value?: unknown;
  /** `path: message`. */
  readonly rejections?: readonly string[];
  /** What compiling and running say, as `line:column severity message`; none where they are left out. */
  readonly diagnostics?: readonly string[];
  /** The code after the first fix of the last diagnostic that has one. */
  readonly fixed?: string;
  /** What other languages make of it, by their names. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

export interface ConformanceFile {
  readonly title: string;
  readonly cases: readonly ConformanceCase[];
}

const folder = fileURLToPath(new URL('../../grammar/conformance/', import.meta.url));

/** Every file of grammar/conformance/, by its name. */
export function readConformance(): readonly ConformanceFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name): ConformanceFile => JSON.parse(readFileSync(`${folder}${name}`, 'utf8')));
}

/** What comes of a case, in the words of its expectation. */
export function conform({ script, input = {}, schema, mode = 'value', now, zone }: ConformanceCase) {
  const compiled = compile(script, { schema, mode });
  const hasErrors = compiled.program === null || compiled.program.hasErrors;
  const result = run(compiled.program, input, { now: now === undefined ? undefined : new Date(now), zone });
  const told = [...compiled.diagnostics, ...(hasErrors ? [] : result.diagnostics)];
  const fix = told.findLast(({ fixes }) => fixes !== undefined)?.fixes?.[0];
  const rejections = result.errors.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return {
    value: hasErrors || rejections.length > 0 ? undefined : JSON.parse(JSON.stringify(result.value)),
    rejections,
    diagnostics: told
      .filter(({ code }) => code !== 'errors-occurred-parsing-source')
      .map(({ line, column, severity, message }) => `${line}:${column} ${severity} ${message}`),
    fixed: fix && script.slice(0, fix.from) + fix.text + script.slice(fix.to),
  };
}
