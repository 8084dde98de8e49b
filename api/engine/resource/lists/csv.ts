import { Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import { type Options, stringify } from 'csv-stringify/sync';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toSignificant } from '#grammar/decimal/decimal.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { now } from '../../../platform/clock/clock.ts';
import { conditionOf } from '../../access/ability.ts';
import type { Viewer } from '../../access/viewer.ts';
import { isResourceName, resource } from '../../store/model.ts';
import { pathReader } from '../../store/reader.ts';
import { storeOf } from '../../store/store.ts';
import { toResponse } from '../rules/serializer.ts';
import type { Column } from './columns.ts';

interface Csv {
  columns: Column[];
  /** The records in batches. */
  rows: AsyncIterable<object[]>;
  /** The references to write as names (`populate`). */
  populate: string[];
  viewer: Viewer;
}

/** Prevents CSV injection: text cells that a spreadsheet would read as a formula get an apostrophe. */
const optionsFor = (columns: Column[]): Options => ({
  escape_formulas: true,
  cast: { number: (value, { index }) => decimalText(value, columns[index]?.decimals) },
});
/** Separator of list values in one cell; a comma would look like the next cell. */
const separator = '; ';

/**
 * Streams records as CSV: a header row with labels, then one row per record. It reads the next batch only after the
 * previous chunk was consumed (backpressure), so memory does not grow with the list.
 */
export async function* streamCsv({ columns, rows, populate, viewer }: Csv): AsyncGenerator<string> {
  const readers = columns.map(({ name, unlike }) => {
    const read = pathReader(name.split('.'));
    if (unlike === undefined) return read;
    const other = pathReader(unlike.split('.'));
    return (record: object) => (isEqual(read(record), other(record)) ? undefined : read(record));
  });
  const namesFor = referenceNames({ columns, populate, viewer });
  const options = optionsFor(columns);
  const head = { text: stringify([headings(columns)], options) };
  for await (const records of rows) {
    const names = await namesFor(records);
    const lines = records.map((record) =>
      readers.map((read, index) => cell(read(record), names[index], columns[index]?.decimals)),
    );
    // Yield the header with the first rows, so that an early error can be returned instead of a file.
    yield head.text + (lines.length > 0 ? stringify(lines, options) : '');
    head.text = '';
  }
  if (head.text) yield head.text;
}

/** The header row: labels, with the column's name where several columns share a label. */
function headings(columns: Column[]): string[] {
  const labels = columns.map(({ label }) => label);
  return columns.map(({ label, name }) =>
    labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${name})`,
  );
}

function cell(value: unknown, names: ReferenceNames, decimals?: number): string | number | undefined {
  if (typeof value === 'string') return names?.get(value) ?? value;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map((item: unknown) => itemText(item, names, decimals)).join(separator);
  if (typeof value === 'boolean') return String(value);
  return value === null || value === undefined ? undefined : objectText(value);
}

const itemText = (item: unknown, names: ReferenceNames, decimals?: number): string => {
  const text = cell(item, names, decimals);
  return typeof text === 'number' ? decimalText(text, decimals) : (text ?? '');
};

/** Formats a number for other programs: no grouping, with a minimum number of decimals. */
function decimalText(value: number, decimals = 0): string {
  const text = String(toSignificant(value));
  const [whole, fraction = ''] = text.split('.');
  return text.includes('e') || decimals <= fraction.length ? text : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** A file from a form is written as its name, a free-form map as JSON. */
function objectText(value: object): string {
  const name: unknown = Reflect.get(value, 'name');
  return typeof name === 'string' && 'mimeType' in value ? name : JSON.stringify(value);
}

const csvType = 'text/csv; charset=utf-8';

/** Timeout in milliseconds: a long list over a slow connection takes longer than other responses may. */
export const csvTimeout = 3_600_000;

/**
 * Streams CSV as an attachment named after the list and the day. The first chunk is computed before the headers are
 * sent, so that an error can still be returned as one. A later error closes the connection, so that a partial file does
 * not look complete. When the client disconnects, the generator and its database cursor are closed.
 */
export async function sendCsv(
  reply: FastifyReply,
  list: string,
  pieces: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const first = await pieces.next();
  const whole = async function* () {
    if (!first.done) yield first.value;
    yield* pieces;
  };
  const stream = Readable.from(whole(), { objectMode: false, highWaterMark: 65_536 });
  // A generator that was never started runs no `finally`: if the client is gone before the first read, `whole` does not
  // close `pieces`. Ignore errors of closing: the database has failed, and the broken stream reports that.
  stream.once('close', () => void pieces.return(undefined).catch(() => undefined));
  return reply
    .header('Content-Type', csvType)
    .header('Content-Disposition', contentDisposition(`${list}-${now().toISOString().slice(0, 10)}.csv`))
    .send(stream);
}

/** Content negotiation: whether the Accept header prefers CSV to JSON. CSV must be named explicitly. */
export function prefersCsv({ headers }: FastifyRequest): boolean {
  const accepted = (headers.accept ?? '').split(',').map((each) => each.trim().toLowerCase());
  return qualityOf('text/csv', accepted) > qualityOf('application/json', accepted);
}

function qualityOf(type: string, accepted: string[]): number {
  const found = accepted.find((each) => each.split(';')[0]?.trim() === type);
  return found === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(found)?.[1] ?? 1);
}

interface NameOptions {
  columns: Column[];
  populate: string[];
  viewer: Viewer;
}

/** Names by id for one column; undefined for a column without references. */
type ReferenceNames = ReadonlyMap<string, string> | undefined;

/** Maximum number of cached names per type. */
const maxCachedNames = 10_000;

/**
 * Resolves references to names for the columns in `populate`: one query per type and batch, without ids that are
 * already cached. Ids that the viewer may not read stay ids, unless their names are readable (`x-store.named`).
 */
function referenceNames({ columns, populate, viewer }: NameOptions): (records: object[]) => Promise<ReferenceNames[]> {
  const cache = new Map<string, Map<string, string>>();
  const lookups = columns.map(({ name, refersTo }) => {
    if (!refersTo || !populate.includes(shortName(name))) return undefined;
    const names = cache.get(refersTo) ?? new Map<string, string>();
    cache.set(refersTo, names);
    return { type: refersTo, names, read: pathReader(name.split('.')) };
  });
  return async (records) => {
    for (const names of cache.values()) if (names.size > maxCachedNames) names.clear();
    const missing = new Map<string, Set<string>>();
    for (const { type, names, read } of lookups.filter((each) => each !== undefined)) {
      const ids = records.flatMap((record) => [read(record)].flat()).filter((id) => typeof id === 'string');
      missing.set(type, new Set([...(missing.get(type) ?? []), ...ids.filter((id) => !names.has(id))]));
    }
    await Promise.all(
      [...missing].map(async ([type, ids]) => {
        for (const [id, name] of await namesOf(type, [...ids], viewer)) cache.get(type)?.set(id, name);
      }),
    );
    return lookups.map((each) => each?.names);
  };
}

/** A reference's name in `populate`: 'products.product' is 'product', 'channelId' is 'channel'. */
const shortName = (column: string): string => column.slice(column.lastIndexOf('.') + 1).replace(/Id$/, '');

async function namesOf(type: string, ids: string[], viewer: Viewer): Promise<[string, string][]> {
  if (!isResourceName(type) || ids.length === 0) return [];
  const target = resource(type);
  const condition = target.schema['x-store']?.named ? {} : conditionOf(viewer.ability, 'read', type);
  if (!condition) return [];
  const field = target.fields.some(({ name }) => name === 'name') ? 'name' : (target.columns[0] ?? 'id');
  const found = await storeOf(type).find({ filter: { $and: [{ _id: { $in: ids } }, condition] }, only: [field] });
  return found.map((record) => [record.id, String(toResponse(target, record, viewer)[field] ?? record.id)]);
}
