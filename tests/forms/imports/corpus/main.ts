import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomId } from '#portal/forms/randomId.ts';
import { readFormFile } from '#schemas/designing/imports/form-file.ts';
import { type Definition, definitionsIn } from './definitions.ts';

/**
 * `npm run imports:corpus -- FOLDER`: imports the foreign form definitions in a folder (JSON, or literals in JavaScript and
 * TypeScript), and prints how many come over whole, and why the others do not.
 */
interface Count {
  all: number;
  whole: number;
  refused: number;
  withCode: number;
  wholeWithCode: number;
  readonly reasons: Map<string, Reason>;
}

/** The number of definitions with a reason, and of those in which it is the only one. */
interface Reason {
  definitions: number;
  alone: number;
}

function countIn(root: string): Map<string, Count> {
  const counts = new Map<string, Count>();
  const seen = new Set<string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const isRead = entry.isFile() && /\.(json|[cm]?[jt]sx?)$/.test(entry.name) && !entry.name.endsWith('.d.ts');
    if (!isRead) continue;
    const path = join(entry.parentPath, entry.name);
    for (const definition of definitionsIn(path, readFileSync(path, 'utf8'))) {
      const text = JSON.stringify(definition.form);
      if (seen.has(text)) continue;
      seen.add(text);
      const { format } = definition;
      const count = counts.get(format) ?? emptyCount();
      counts.set(format, count);
      addTo(count, definition, text);
    }
  }
  return counts;
}

const emptyCount = (): Count => ({ all: 0, whole: 0, refused: 0, withCode: 0, wholeWithCode: 0, reasons: new Map() });

function addTo(count: Count, { hasFunctions }: Definition, text: string): void {
  const result = readFormFile(text, randomId);
  const messages =
    'faults' in result
      ? result.faults.map(({ message }) => `refused: ${message}`)
      : [...result.left, ...result.changed].map(({ message }) => message);
  count.all += 1;
  if (hasFunctions) count.withCode += 1;
  if (messages.length === 0) count.whole += 1;
  if (messages.length === 0 && hasFunctions) count.wholeWithCode += 1;
  if ('faults' in result) count.refused += 1;
  if (hasFunctions) return;
  const reasons = new Set(messages.map(reasonOf));
  for (const each of reasons) {
    const reason = count.reasons.get(each) ?? { definitions: 0, alone: 0 };
    count.reasons.set(each, {
      definitions: reason.definitions + 1,
      alone: reason.alone + (reasons.size === 1 ? 1 : 0),
    });
  }
}

/** A message without the names and numbers of one definition. */
const reasonOf = (message: string): string =>
  message
    .replace(/\{[^}]*\}+/g, '{…}')
    .replace(/\d+(\.\d+)?/g, 'N')
    .replace(/^While .* is hidden/, 'While … is hidden')
    .replace(/\buses .*(,| without)/, 'uses …$1')
    .replace(/(compares|copies) .*, which/, '$1 …, which')
    .replace(/^.* has the key .*/, '… has the key …')
    .replace(/^(The option|Not required under this condition here:) .*/, '$1 …');

function reportOf(format: string, { all, whole, refused, withCode, wholeWithCode, reasons }: Count): string {
  const own = all - withCode;
  const wholeOwn = whole - wholeWithCode;
  const sorted = [...reasons].toSorted(([, one], [, other]) => other.definitions - one.definitions);
  return [
    `## ${format}`,
    '',
    '| | definitions |',
    '| --- | --- |',
    `| in the corpus | ${all} |`,
    `| with functions of their own | ${withCode}, of which ${wholeWithCode} whole |`,
    `| without | ${own} |`,
    `| imported whole | ${wholeOwn} (${Math.round((100 * wholeOwn) / Math.max(1, own))} %) |`,
    `| imported with differences | ${own - wholeOwn - refused} |`,
    `| refused | ${refused} |`,
    '',
    '| why not whole | definitions | as the only reason |',
    '| --- | --- | --- |',
    ...sorted.map(
      ([reason, { definitions, alone }]) => `| ${reason.replaceAll('|', '\\|')} | ${definitions} | ${alone} |`,
    ),
    '',
    '',
  ].join('\n');
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Usage: npm run imports:corpus -- FOLDER\n');
  process.exitCode = 1;
} else for (const [format, count] of countIn(folder)) process.stdout.write(reportOf(format, count));
