import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { codeFrame } from './diagnostics/diagnostic.ts';
import { compile, type Diagnostic, format, type Mode, run, type Schema } from './index.ts';

/**
 * Command line interface: `npm run rules -- check FILE…`, `run FILE --input data.json` and `format FILE…`. Writes
 * diagnostics with file, line, column and a caret. The exit code is 1 if a script has errors or its run ended with one.
 */
const USAGE = `Usage:
  rules check FILE…                       checks scripts and prints their diagnostics
  rules run FILE [--input DATA.json]      runs a script and prints its result as JSON
  rules format FILE…                      formats scripts in place
Options of check and run: --schema SCHEMA.json, --mode validate|condition|value
Options of run: --now 2026-11-21T10:00:00Z (this moment by default), --zone Europe/Berlin, --ignore-errors, --trace
`;

const MODES = ['validate', 'condition', 'value'] as const satisfies readonly Mode[];

interface Options {
  readonly schema: Schema | undefined;
  readonly mode: Mode;
  readonly input: string | undefined;
  readonly now: string | undefined;
  readonly zone: string | undefined;
  readonly ignoreErrors: boolean;
  readonly trace: boolean;
}

/** The subcommands. Each returns whether it found no errors. */
const COMMANDS = new Map<string, (file: string, options: Options) => Promise<boolean>>([
  ['check', checkFile],
  ['run', runFile],
  ['format', formatFile],
]);

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      input: { type: 'string' },
      schema: { type: 'string' },
      mode: { type: 'string' },
      now: { type: 'string' },
      zone: { type: 'string' },
      'ignore-errors': { type: 'boolean' },
      trace: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    process.stdout.write(USAGE);
    return true;
  }
  const [name = '', ...files] = positionals;
  const command = COMMANDS.get(name);
  if (command === undefined || files.length === 0) {
    process.stderr.write(USAGE);
    return false;
  }
  const options: Options = {
    schema: values.schema === undefined ? undefined : await readJson(values.schema),
    mode: modeOf(values.mode ?? 'validate'),
    input: values.input,
    now: values.now,
    zone: values.zone,
    ignoreErrors: values['ignore-errors'] === true,
    trace: values.trace === true,
  };
  let isClean = true;
  for (const file of files)
    isClean = (await command(file, options).catch((error) => reportFailure(file, error))) && isClean;
  return isClean;
}

/** Reports a failure of one file, such as an unreadable one, so that the remaining files are still processed. */
function reportFailure(file: string, error: unknown): boolean {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${reason.includes(file) ? '' : `${file}: `}${reason}\n`);
  return false;
}

async function checkFile(file: string, { schema, mode }: Options): Promise<boolean> {
  const source = await readFile(file, 'utf8');
  const { diagnostics } = compile(source, { mode, ...(schema === undefined ? {} : { schema }) });
  report(file, source, diagnostics, process.stdout);
  return !hasErrors(diagnostics);
}

async function runFile(file: string, options: Options): Promise<boolean> {
  const { schema, mode, zone, ignoreErrors, trace } = options;
  const source = await readFile(file, 'utf8');
  const input = options.input === undefined ? {} : await readJson(options.input);
  const { program, diagnostics } = compile(source, { mode, ...(schema === undefined ? {} : { schema }) });
  report(file, source, diagnostics, process.stderr);
  const now = parseNow(options.now);
  const result = run(program, input, { now, ignoreErrors, trace, ...(zone === undefined ? {} : { zone }) });
  const isNew = (one: Diagnostic) =>
    !diagnostics.some(({ code, from, to }) => code === one.code && from === one.from && to === one.to);
  report(file, source, result.diagnostics.filter(isNew), process.stderr);
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  return result.status === 'passed' || result.status === 'rejected';
}

async function formatFile(file: string): Promise<boolean> {
  const source = await readFile(file, 'utf8');
  const { diagnostics } = compile(source);
  const isBroken = diagnostics.some(
    ({ code }) => code === 'errors-occurred-parsing-source' || code === 'script-too-long',
  );
  if (isBroken) {
    report(
      file,
      source,
      diagnostics.filter(({ severity }) => severity === 'error'),
      process.stderr,
    );
    return false;
  }
  const formatted = format(source);
  if (formatted !== source) await writeFile(file, formatted);
  process.stdout.write(`${file}${formatted === source ? '' : ' formatted'}\n`);
  return true;
}

/**
 * Writes diagnostics: to stdout for `check`, whose output they are, and to stderr for `run`, whose stdout is JSON for
 * other programs.
 */
function report(file: string, source: string, diagnostics: readonly Diagnostic[], stream: NodeJS.WritableStream): void {
  for (const diagnostic of diagnostics) stream.write(`${codeFrame(file, source, diagnostic)}\n`);
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

function modeOf(name: string): Mode {
  const mode = MODES.find((candidate) => candidate === name);
  if (mode === undefined) throw new Error(`--mode ${name}. Expected: one of ${MODES.join(', ')}`);
  return mode;
}

function parseNow(text: string | undefined): Date {
  const now = text === undefined ? new Date() : new Date(text);
  if (Number.isNaN(now.getTime())) throw new Error(`--now ${text}. Expected: a time such as 2026-11-21T10:00:00Z`);
  return now;
}

/** Reads a JSON file without validating its content. A schema with unknown types gives the analysis no information. */
async function readJson(file: string) {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

main()
  .then((isClean) => {
    process.exitCode = isClean ? 0 : 1;
  })
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
