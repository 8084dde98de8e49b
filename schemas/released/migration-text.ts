import type { SchemaChange } from './compare.ts';
import { changeInWords, needsMigration, type PlannedStep } from './plan.ts';

const width = 120;

/** For example '0026' and 'order-remarks'. */
export interface MigrationName {
  number: string;
  subject: string;
}

/** Camel case: 'order-remarks' and 'order_versions' -> 'orderRemarks', 'orderVersions'. */
const identifierOf = (text: string): string =>
  text.replace(/[-_]+([a-z0-9])/g, (_, first: string) => first.toUpperCase());

/** Generates the source file of a migration: a comment with the changes in words, and its steps. */
export function migrationText(
  name: MigrationName,
  changes: readonly SchemaChange[],
  steps: readonly PlannedStep[],
): string {
  const exported = identifierOf(name.subject);
  const collections = new Map(steps.map(({ records }) => [records.collection, records]));
  const constantOf = (collection: string) => {
    const identifier = identifierOf(collection);
    return identifier === exported || steps.some(({ step }) => step === identifier)
      ? `${identifier}Records`
      : identifier;
  };
  const used = [...new Set(steps.map(({ step }) => step))].sort();
  const ofRecords = used.filter((step) => !ofCollections.has(step));
  return [
    importLines(['schemaMigration'], 'schema-migration'),
    importLines(
      used.filter((step) => ofCollections.has(step)),
      'step',
    ),
    `${importLines(ofRecords, 'steps')}\n`,
    ...[...collections.values()].map(
      (records) => `const ${constantOf(records.collection)} = ${code(records, { indent: 0, before: 40 })};\n`,
    ),
    `\n/**\n${changes
      .filter(needsMigration)
      .map((change) => wrapComment(`${changeInWords(change)}.`))
      .join('')} */\n`,
    stepsOf(
      `export const ${exported} = schemaMigration('${name.number}-${name.subject}', [`,
      steps.map((step) => callOf(step, constantOf(step.records.collection))),
    ),
  ].join('');
}

/** On one line if it fits and no step needs several lines. */
function stepsOf(start: string, calls: string[]): string {
  const flat = `${start}${calls.join(', ')}]);`;
  if (flat.length <= width && !flat.includes('\n')) return `${flat}\n`;
  return [`${start}\n`, ...calls.map((call) => `  ${call},\n`), ']);\n'].join('');
}

/** Steps that are imported from `step.ts`. */
const ofCollections: ReadonlySet<string> = new Set(['moveCollection', 'setAsideCollection', 'rebuildSearchWords']);

const importLines = (names: string[], file: string) =>
  names.length === 0 ? '' : `import { ${names.join(', ')} } from './steps/${file}.ts';\n`;

function callOf({ step, records: _, ...options }: PlannedStep, constant: string): string {
  const start = `${step}(${constant}`;
  if (Object.keys(options).length === 0) return `${start})`;
  return `${start}, ${code(options, { indent: 2, before: start.length + 4, after: 2 })})`;
}

/**
 * Appends a migration to the source of the list of migrations. Throws an Error if the list has another format or
 * contains the name already.
 */
export function addToMigrationList(list: string, { number, subject }: MigrationName): string {
  const exported = identifierOf(subject);
  const lines = list.split('\n');
  const lastImport = lines.findLastIndex((line) => /^import \{ \w+ \} from '\.\/\d{4}-/.test(line));
  const end = lines.lastIndexOf('];');
  if (lastImport < 0 || end < lastImport)
    throw new Error('api/engine/migrations/migrations.ts has an unexpected format: the migration cannot be added.');
  if (new RegExp(`^import \\{ ${exported} \\}`, 'm').test(list))
    throw new Error(`There already is a migration ${exported}: choose another name than ${subject}.`);
  return [
    ...lines.slice(0, lastImport + 1),
    `import { ${exported} } from './${number}-${subject}.ts';`,
    ...lines.slice(lastImport + 1, end),
    `  ${exported},`,
    ...lines.slice(end),
  ].join('\n');
}

/** Wraps a sentence into lines of a comment. */
function wrapComment(text: string): string {
  const lines = [''];
  for (const word of text.replaceAll('*/', '* /').split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length + 4 > width && last !== '') lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => ` * ${line}\n`).join('');
}

interface PrintOptions {
  indent: number;
  /** The number of characters before the value on its line, and after it. */
  before: number;
  after?: number;
}

/** Prints a JSON value as TypeScript in biome's format: on one line if it fits, else a line per part. */
function code(value: unknown, { indent, before, after = 1 }: PrintOptions): string {
  const flat = flatCode(value);
  if (before + flat.length + after <= width || value === null || typeof value !== 'object') return flat;
  const inner = ' '.repeat(indent + 2);
  const part = (text: string, each: unknown) =>
    `${inner}${text}${code(each, { indent: indent + 2, before: inner.length + text.length })},\n`;
  const parts = Array.isArray(value)
    ? value.map((each) => part('', each))
    : Object.entries(value).map(([key, each]) => part(`${keyOf(key)}: `, each));
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.join('')}${' '.repeat(indent)}${close}`;
}

function flatCode(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(flatCode).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, each]) => `${keyOf(key)}: ${flatCode(each)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

const keyOf = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key));

/** In single quotes, unless that needs more escapes than double quotes. */
function quote(text: string): string {
  const json = JSON.stringify(text);
  const single = text.split("'").length;
  const double = text.split('"').length;
  return single > double ? json : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
