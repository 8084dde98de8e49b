import { propertyKindOf } from '#schemas/resource/kind.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import {
  bsonTypes,
  endOfName,
  endOfValue,
  isNameAt,
  readDate,
  readDouble,
  readInt32,
  readInt64,
  UnsupportedValue,
} from '../../store/bson-elements.ts';
import { RowShape } from '../../store/bson-to-json.ts';
import { isResourceName, resource } from '../../store/model.ts';
import { sealedPrefix } from '../../store/sealing.ts';
import type { StoredRow } from '../../store/store.ts';
import { Utf8Writer } from '../../store/utf8-writer.ts';
import type { Column } from './columns.ts';
import { csvLine, headerLine, textCell } from './csv.ts';
import { decimalText, type ExportSource, exportReader } from './export-rows.ts';
import { recordsWith } from './transcode-rows.ts';

// Transcodes BSON documents to lines of CSV without creating JavaScript objects, on which an export would spend most of
// its time. The result is what `streamCsv` writes for the records. A row that has a value without a rule here is
// converted to a record and written as usual.

const { double, string, object, objectId, boolean, date, nothing, int32, int64 } = bsonTypes;

/** Where a column's value is in a document, and how it is converted. */
interface StoredColumn {
  /** The index of the property of the document that contains it. */
  property: number;
  /** The names below the property. */
  path: Uint8Array[];
  /** The type whose values are texts in records; none in free-form maps. */
  convertedType: typeof date | typeof objectId | undefined;
  decimals: number | undefined;
  /** Some texts may be encrypted. */
  isSealed: boolean;
}

interface CsvShape {
  shape: RowShape;
  stored: StoredColumn[];
}

/** The columns by their values in documents; undefined if one of them needs records: it compares values, or has lists. */
function csvShape({ fields }: Resource, columns: Column[]): CsvShape | undefined {
  const names = [...new Set(columns.map(({ name }) => topName(name)))];
  const stored = columns.flatMap(({ name, unlike, isFree, decimals }): StoredColumn[] => {
    const [top = '', ...below] = name.split('.');
    const property = fields.find((field) => field.name === top)?.property;
    if (!property || unlike !== undefined || isFree) return [];
    const properties = [property];
    for (const each of below) {
      const { additionalProperties, properties: inside } = properties.at(-1) ?? {};
      properties.push((additionalProperties !== true && inside?.[each]) || {});
    }
    if (properties.some(({ items }) => items)) return [];
    const leaf = properties.at(-1);
    const kind = leaf?.type && propertyKindOf(leaf, name);
    const isId = kind === 'reference' || name === 'id';
    return [
      {
        property: names.indexOf(top),
        path: below.map((each) => Buffer.from(each)),
        convertedType: isId ? objectId : kind === 'dateTime' ? date : undefined,
        decimals,
        isSealed: property['x-sealed'] !== undefined,
      },
    ];
  });
  if (stored.length < columns.length) return undefined;
  const shape = new RowShape(names.map((name) => ({ name, ...(name === 'id' ? { storedName: '_id' } : {}) })));
  return { shape, stored };
}

const topName = (path: string): string => path.split('.', 1)[0] ?? '';

type CsvSource = Omit<ExportSource, 'rows'> & {
  /** The title of the resource. */
  name: string;
  storedRows: AsyncIterable<StoredRow<object>[]> | undefined;
};

/** The same CSV as of `streamCsv`; undefined if the rows or columns need records. */
export function transcodeCsv({ name, storedRows, ...source }: CsvSource): AsyncGenerator<Uint8Array> | undefined {
  const found = isResourceName(name) ? csvShape(resource(name), source.columns) : undefined;
  return storedRows && found && transcodeRows(source, storedRows, found);
}

async function* transcodeRows(
  source: Omit<ExportSource, 'rows'>,
  storedRows: AsyncIterable<StoredRow<object>[]>,
  { shape, stored }: CsvShape,
): AsyncGenerator<Uint8Array> {
  const { columns, populate } = source;
  const { loadNames, cellsOf, conversions } = exportReader(source);
  const references = populate.length === 0 ? [] : columns.filter(({ refersTo }) => refersTo);
  const referring = [...new Set(references.map(({ name }) => topName(name)))];
  const out = new Utf8Writer();
  const cells = stored.map((column, index) => ({ ...column, convert: conversions[index] }));
  out.text(headerLine(columns));
  for await (const rows of storedRows) {
    await loadNames(recordsWith(referring, rows));
    for (const row of rows) {
      const start = out.length;
      if (writeLine(out, cells, shape, row.bson)) continue;
      out.length = start;
      out.text(csvLine(cellsOf(row.record()), columns));
    }
    // Yield the header with the first rows, so that an early error can be returned instead of a file.
    yield out.take();
  }
  if (out.length > 0) yield out.take();
}

const [comma, lineFeed] = [0x2c, 0x0a];

/** Returns false if the row has a value that is written as usual. */
function writeLine(out: Utf8Writer, cells: CsvCell[], shape: RowShape, bson: Uint8Array): boolean {
  try {
    shape.locate(bson, 0);
    let separator = 0;
    for (const cell of cells) {
      if (separator !== 0) out.byte(separator);
      separator = comma;
      writeCell(out, cell, bson, shape);
    }
    out.byte(lineFeed);
    return true;
  } catch (error) {
    if (error instanceof UnsupportedValue) return false;
    throw error;
  }
}

function flagsOf(values: Iterable<number>): Uint8Array {
  const flags = new Uint8Array(256);
  for (const value of values) flags[value] = 1;
  return flags;
}

/** The bytes for which a text needs `textCell`: anywhere, and at its start, where the full-width signs begin with EF. */
const quotedBytes = flagsOf(Buffer.from(',"\n\r'));
const guardedBytes = flagsOf([...Buffer.from("'=+-@\t\r"), 0xef]);

interface CsvCell extends StoredColumn {
  /** Converts a text, if it is not written as it is. */
  convert: ((text: string) => string) | undefined;
}

function writeCell(out: Utf8Writer, cell: CsvCell, bytes: Uint8Array, { offsets, types }: RowShape): void {
  let at = offsets[cell.property] ?? 0;
  let type = types[cell.property] ?? 0;
  for (const name of cell.path) {
    if (at === 0 || type === nothing) return;
    if (type !== object) throw new UnsupportedValue();
    const element = findElement(bytes, at, name);
    type = bytes[element] ?? 0;
    at = element === 0 ? 0 : element + name.length + 2;
  }
  if (at === 0 || type === nothing) return;
  const isUnchanged = cell.convert === undefined && !cell.isSealed;
  if (isUnchanged && type === string) writeText(out, bytes, at);
  else if (isUnchanged && type === objectId && type === cell.convertedType) out.hex(bytes, at);
  else if (type === string || type === cell.convertedType) out.text(textCell(convertedText(cell, bytes, at, type)));
  else if (cell.convertedType === objectId) throw new UnsupportedValue();
  else if (type === boolean) out.text(bytes[at] === 1 ? 'true' : 'false');
  else out.text(decimalText(numberAt(bytes, at, type), cell.decimals));
}

function writeText(out: Utf8Writer, bytes: Uint8Array, at: number): void {
  const [from, to] = [at + 4, at + 3 + readInt32(bytes, at)];
  let isPlain = guardedBytes[bytes[from] ?? 0] === 0;
  for (let index = from; isPlain && index < to; index += 1) isPlain = quotedBytes[bytes[index] ?? 0] === 0;
  if (isPlain) out.copy(bytes, from, to);
  else out.text(textCell(stringAt(bytes, at)));
}

function convertedText({ convert, isSealed }: CsvCell, bytes: Uint8Array, at: number, type: number): string {
  const text = type === string ? stringAt(bytes, at) : type === date ? readDate(bytes, at) : idAt(bytes, at);
  if (isSealed && text.startsWith(sealedPrefix)) throw new UnsupportedValue();
  return convert ? convert(text) : text;
}

function numberAt(bytes: Uint8Array, at: number, type: number): number {
  if (type === int32) return readInt32(bytes, at);
  if (type === double) return readDouble(bytes, at);
  if (type === int64) return readInt64(bytes, at);
  throw new UnsupportedValue();
}

const stringAt = (bytes: Uint8Array, at: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at + 4, readInt32(bytes, at) - 1).toString('utf8');

const idAt = (bytes: Uint8Array, at: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, 12).toString('hex');

/** The last element of an object with this name, as the driver reads it; 0 if there is none. */
function findElement(bytes: Uint8Array, start: number, name: Uint8Array): number {
  let found = 0;
  for (let at = start + 4; bytes[at] !== 0; ) {
    const end = endOfName(bytes, at + 1);
    if (isNameAt(bytes, at + 1, end, name)) found = at;
    at = endOfValue(bytes, end + 1, bytes[at] ?? 0);
  }
  return found;
}
