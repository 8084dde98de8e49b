import type { Property } from '#schemas/generated/vocabulary.ts';
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
import { decimalText, type ExportSource, exportReader, separator } from './export-rows.ts';
import { recordsWith } from './transcode-rows.ts';

// Transcodes BSON documents to lines of CSV without creating JavaScript objects, on which an export would spend most of
// its time. The result is what `streamCsv` writes for the records. A row that has a value without a rule here is
// converted to a record and written as usual.

const { double, string, object, array, objectId, boolean, date, nothing, int32, int64 } = bsonTypes;

/** Where a column's values are in a document, and how they are converted. */
interface StoredColumn {
  /** The index of the property of the document that contains them. */
  property: number;
  /** The property, and the names below it on the path to the values. */
  levels: Level[];
  /** The type of the values that a record has as texts. */
  convertedType: typeof date | typeof objectId | undefined;
  decimals: number | undefined;
  /** Some texts may be encrypted. */
  isSealed: boolean;
}

interface Level {
  name: Uint8Array;
  /** Whether the schema has a list here. Undefined below a free-form map, where records have what is stored. */
  isList: boolean | undefined;
}

interface CsvShape {
  shape: RowShape;
  stored: StoredColumn[];
}

/** The columns by their values in documents; undefined if one of them needs records. */
function csvShape({ fields }: Resource, columns: Column[]): CsvShape | undefined {
  const names = [...new Set(columns.map(({ name }) => topName(name)))];
  const stored = columns.flatMap(({ name, unlike, isFree, decimals }): StoredColumn[] => {
    const [top = '', ...below] = name.split('.');
    const property = fields.find((field) => field.name === top)?.property;
    if (!property || unlike !== undefined || isFree) return [];
    const levels = [levelOf(top, property)];
    let leaf: Property | undefined = property;
    for (const each of below) {
      const holder: Property | undefined = leaf?.items ?? leaf;
      leaf = holder?.additionalProperties === true ? undefined : holder?.properties?.[each];
      levels.push(levelOf(each, leaf));
    }
    const kind = leaf && propertyKindOf(leaf.items ?? leaf, name);
    const isId = kind === 'reference' || name === 'id';
    const convertedType = isId ? objectId : kind === 'dateTime' ? date : undefined;
    const isSealed = property['x-sealed'] !== undefined;
    return [{ property: names.indexOf(top), levels, convertedType, decimals, isSealed }];
  });
  if (stored.length < columns.length) return undefined;
  const shape = new RowShape(names.map((name) => ({ name, ...(name === 'id' ? { storedName: '_id' } : {}) })));
  return { shape, stored };
}

const levelOf = (name: string, property: Property | undefined): Level => ({
  name: Buffer.from(name),
  isList: property && property.items !== undefined,
});

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
  const cells = stored.map((column, index) => new CellWriter(out, column, conversions[index]));
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
function writeLine(out: Utf8Writer, cells: CellWriter[], shape: RowShape, bson: Uint8Array): boolean {
  try {
    shape.locate(bson, 0);
    for (let index = 0; index < cells.length; index += 1) {
      if (index > 0) out.byte(comma);
      cells[index]?.write(bson, shape);
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

/** Writes the cells of a column. */
class CellWriter {
  readonly #out: Utf8Writer;
  readonly #column: StoredColumn;
  /** Converts a text, if it is not written as it is. */
  readonly #convert: ((text: string) => string) | undefined;

  constructor(out: Utf8Writer, column: StoredColumn, convert: ((text: string) => string) | undefined) {
    this.#out = out;
    this.#column = column;
    this.#convert = convert;
  }

  write(bytes: Uint8Array, { offsets, types }: RowShape): void {
    const { property } = this.#column;
    const offset = offsets[property] ?? 0;
    if (offset !== 0) this.#writeValue(bytes, offset, types[property] ?? 0, 0);
  }

  #writeValue(bytes: Uint8Array, at: number, type: number, level: number): void {
    const { convertedType, isSealed } = this.#column;
    if (type === nothing) return;
    if (type === array) {
      this.#out.text(textCell(this.#textsIn(bytes, at, type, level).join(separator)));
      return;
    }
    this.#assertList(level, false);
    if (this.#isAbove(level)) {
      const found = this.#findBelow(bytes, at, type, level);
      if (found !== 0) this.#writeValue(bytes, valueAt(bytes, found), bytes[found] ?? 0, level + 1);
      return;
    }
    const isUnchanged = this.#convert === undefined && !isSealed;
    if (isUnchanged && type === string) this.#writeText(bytes, at + 4, at + 3 + readInt32(bytes, at));
    else if (isUnchanged && type === objectId && convertedType === objectId) this.#out.hex(bytes, at);
    else {
      const text = this.#scalarText(bytes, at, type);
      this.#out.text(numberTypes.has(type) ? text : textCell(text));
    }
  }

  #writeText(bytes: Uint8Array, from: number, to: number): void {
    let isPlain = guardedBytes[bytes[from] ?? 0] === 0;
    for (let at = from; isPlain && at < to; at += 1) isPlain = quotedBytes[bytes[at] ?? 0] === 0;
    if (isPlain) this.#out.copy(bytes, from, to);
    else this.#out.text(textCell(textAt(bytes, from, to)));
  }

  /** The texts of all values in this one, for a cell of several. As in `pathReader`, null is a value only in a list of values. */
  #textsIn(bytes: Uint8Array, at: number, type: number, level: number): string[] {
    if (type === nothing) return [];
    this.#assertList(level, type === array);
    if (type === array) return elementsOf(bytes, at).flatMap((item) => this.#textsOf(bytes, item, level));
    return this.#isAbove(level) ? this.#textsBelow(bytes, at, type, level) : [this.#scalarText(bytes, at, type)];
  }

  /** The texts of an item of a list. */
  #textsOf(bytes: Uint8Array, item: number, level: number): string | string[] {
    const [at, type] = [valueAt(bytes, item), bytes[item] ?? 0];
    if (this.#isAbove(level)) return this.#textsBelow(bytes, at, type, level);
    return type === nothing ? '' : this.#scalarText(bytes, at, type);
  }

  #textsBelow(bytes: Uint8Array, at: number, type: number, level: number): string[] {
    const found = this.#findBelow(bytes, at, type, level);
    return found === 0 ? [] : this.#textsIn(bytes, valueAt(bytes, found), bytes[found] ?? 0, level + 1);
  }

  #isAbove(level: number): boolean {
    return level < this.#column.levels.length - 1;
  }

  /** The element of an object that has the next level. */
  #findBelow(bytes: Uint8Array, at: number, type: number, level: number): number {
    const name = this.#column.levels[level + 1]?.name;
    if (type !== object || name === undefined) throw new UnsupportedValue();
    return findElement(bytes, at, name);
  }

  /** A record drops or keeps values that do not match its schema, depending on where they are. */
  #assertList(level: number, isList: boolean): void {
    const { levels, convertedType } = this.#column;
    const isConverted = this.#isAbove(level) || convertedType !== undefined;
    if (isConverted && levels[level]?.isList === !isList) throw new UnsupportedValue();
  }

  #scalarText(bytes: Uint8Array, at: number, type: number): string {
    const { convertedType, decimals, isSealed } = this.#column;
    if (type === string || (type === convertedType && (type === date || type === objectId))) {
      const text = type === string ? stringAt(bytes, at) : type === date ? readDate(bytes, at) : idAt(bytes, at);
      if (isSealed && text.startsWith(sealedPrefix)) throw new UnsupportedValue();
      return this.#convert ? this.#convert(text) : text;
    }
    if (convertedType === objectId) throw new UnsupportedValue();
    if (type === boolean) return bytes[at] === 1 ? 'true' : 'false';
    return decimalText(numberAt(bytes, at, type), decimals);
  }
}

const numberTypes = new Set<number>([double, int32, int64]);

function numberAt(bytes: Uint8Array, at: number, type: number): number {
  if (type === int32) return readInt32(bytes, at);
  if (type === double) return readDouble(bytes, at);
  if (type === int64) return readInt64(bytes, at);
  throw new UnsupportedValue();
}

const textAt = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');

const stringAt = (bytes: Uint8Array, at: number): string => textAt(bytes, at + 4, at + 3 + readInt32(bytes, at));

const idAt = (bytes: Uint8Array, at: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, 12).toString('hex');

/** Where the value of the element at this position begins. */
const valueAt = (bytes: Uint8Array, element: number): number => endOfName(bytes, element + 1) + 1;

/** The elements of the object or list at this position. */
function elementsOf(bytes: Uint8Array, start: number): number[] {
  const elements: number[] = [];
  for (let at = start + 4; bytes[at] !== 0; ) {
    elements.push(at);
    at = endOfValue(bytes, valueAt(bytes, at), bytes[at] ?? 0);
  }
  return elements;
}

const dollar = 0x24;

/** The last element with this name, as the driver reads it; 0 if there is none. */
function findElement(bytes: Uint8Array, start: number, name: Uint8Array): number {
  let found = 0;
  for (const element of elementsOf(bytes, start)) {
    // The driver reads an object with a `$ref` as a reference.
    if (bytes[element + 1] === dollar) throw new UnsupportedValue();
    if (isNameAt(bytes, element + 1, endOfName(bytes, element + 1), name)) found = element;
  }
  return found;
}
