/**
 * Transcodes BSON documents to JSON text without creating JavaScript objects, on which a list of records spends most of
 * its time. The result equals JSON.stringify of the document that the driver would return, limited to the properties of a
 * shape. A document with values that need more than that is left to the caller.
 */

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
} from './bson-elements.ts';
import { Utf8Writer } from './utf8-writer.ts';

/** A property of a document and of its JSON. */
export interface RowProperty {
  readonly name: string;
  /** The name in the document, if it differs. */
  readonly storedName?: string;
  /** The only properties of its value, or of the items if it is a list. Without them the whole value is written. */
  readonly properties?: readonly RowProperty[];
  readonly isList?: boolean;
  /** The JSON of its default, for documents that lack it. */
  readonly ifMissing?: string;
  /** Its values need a conversion, so that a document that has one is left to the caller. */
  readonly isConverted?: boolean;
  /** Its id is replaced by the record with that id, if there is one. */
  readonly isPopulated?: boolean;
}

const { double, string, object, array, objectId, boolean, date, nothing, int32, int64 } = bsonTypes;

const maxDepth = 100;

interface Property {
  readonly storedName: Uint8Array;
  /** `"name":` */
  readonly key: Uint8Array;
  readonly shape: RowShape | null;
  readonly isList: boolean;
  readonly ifMissing: string | undefined;
  readonly isConverted: boolean;
  readonly isPopulated: boolean;
}

/** The properties of a row in the order of its JSON, prepared for fast lookups by their stored names. */
export class RowShape {
  readonly properties: readonly Property[];
  /** Where the values of the current document are, and their types; 0 if it lacks one. */
  readonly offsets: Int32Array;
  readonly types: Uint8Array;
  readonly #byHash = new Map<number, number[]>();

  constructor(properties: readonly RowProperty[]) {
    this.properties = properties.map(({ name, storedName = name, properties: below, ...property }) => ({
      storedName: Buffer.from(storedName),
      key: Buffer.from(`${JSON.stringify(name)}:`),
      shape: below ? new RowShape(below) : null,
      isList: property.isList ?? false,
      ifMissing: property.ifMissing,
      isConverted: property.isConverted ?? false,
      isPopulated: property.isPopulated ?? false,
    }));
    this.offsets = new Int32Array(properties.length);
    this.types = new Uint8Array(properties.length);
    for (const [index, { storedName }] of this.properties.entries()) {
      const hash = hashOf(storedName, 0, storedName.length);
      this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), index]);
    }
  }

  /** Finds the values of the document at this position. */
  locate(bytes: Uint8Array, start: number): void {
    const { offsets, types } = this;
    offsets.fill(0);
    for (let at = start + 4; bytes[at] !== 0; ) {
      const type = bytes[at] ?? 0;
      const name = at + 1;
      const end = endOfName(bytes, name);
      const index = this.#find(bytes, name, end);
      at = endOfValue(bytes, end + 1, type);
      if (index === undefined) continue;
      offsets[index] = end + 1;
      types[index] = type;
    }
  }

  /** The index of the property whose stored name is at these bytes; undefined if there is none. */
  #find(bytes: Uint8Array, from: number, to: number): number | undefined {
    const candidates = this.#byHash.get(hashOf(bytes, from, to));
    return candidates?.find((index) => isNameAt(bytes, from, to, this.properties[index]?.storedName));
  }
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
  return hash;
}

// UTF-8 of the characters of JSON.
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const dollar = 0x24;
const [zero, nine] = [0x30, 0x39];

const noRecords: ReadonlyMap<string, string> = new Map();

/** The rows of a list as JSON, separated by commas. */
export class JsonRows {
  readonly #out = new Utf8Writer();
  /** Where the last row begins, including its comma. */
  #lastRow = 0;
  #count = 0;
  #records = noRecords;

  get count(): number {
    return this.#count;
  }

  /** Bytes of UTF-8. */
  get length(): number {
    return this.#out.length;
  }

  /** The rows between two texts, as UTF-8. */
  within(before: string, after: string): Buffer {
    return Buffer.concat([Buffer.from(before), this.#out.bytes.subarray(0, this.#out.length), Buffer.from(after)]);
  }

  /**
   * Adds a BSON document. `records` is the JSON of referenced records by id, in hex. Returns false, and adds nothing, if
   * the document has values that need the usual conversion.
   */
  add(document: Uint8Array, shape: RowShape, records: ReadonlyMap<string, string> = noRecords): boolean {
    this.#beginRow();
    this.#records = records;
    try {
      this.#writeShaped(document, 0, shape);
    } catch (error) {
      if (!(error instanceof UnsupportedValue)) throw error;
      this.removeLast();
      return false;
    }
    return true;
  }

  /** Adds a row that is JSON already. */
  addJson(text: string): void {
    this.#beginRow();
    this.#out.text(text);
  }

  /** Removes the row that was added last; once. */
  removeLast(): void {
    this.#out.length = this.#lastRow;
    this.#count -= 1;
  }

  #beginRow(): void {
    this.#lastRow = this.#out.length;
    if (this.#count > 0) this.#out.byte(comma);
    this.#count += 1;
  }

  /** Writes the document at this position with the properties of the shape, in their order. */
  #writeShaped(bytes: Uint8Array, start: number, shape: RowShape): void {
    const { properties, offsets, types } = shape;
    shape.locate(bytes, start);
    let separator = openBrace;
    for (let index = 0; index < properties.length; index += 1) {
      const offset = offsets[index] ?? 0;
      const property = properties[index];
      if (property === undefined || (offset === 0 && property.ifMissing === undefined)) continue;
      this.#out.byte(separator);
      separator = comma;
      this.#out.copy(property.key, 0, property.key.length);
      const type = types[index] ?? 0;
      if (offset !== 0 && property.isConverted) throw new UnsupportedValue();
      if (offset === 0) this.#out.text(property.ifMissing ?? 'null');
      else if (property.isPopulated && type === objectId) this.#writeReference(bytes, offset);
      else if (property.shape === null || type === nothing) this.#writeValue(bytes, offset, type, 0);
      else if (type === object && !property.isList) this.#writeShaped(bytes, offset, property.shape);
      else if (type === array && property.isList) this.#writeShapedItems(bytes, offset, property.shape);
      else throw new UnsupportedValue();
    }
    if (separator === openBrace) this.#out.byte(openBrace);
    this.#out.byte(closeBrace);
  }

  #writeShapedItems(bytes: Uint8Array, start: number, shape: RowShape): void {
    let separator = openBracket;
    for (let at = start + 4; bytes[at] !== 0; ) {
      const value = endOfName(bytes, at + 1) + 1;
      if (bytes[at] !== object) throw new UnsupportedValue();
      this.#out.byte(separator);
      separator = comma;
      this.#writeShaped(bytes, value, shape);
      at = endOfValue(bytes, value, object);
    }
    if (separator === openBracket) this.#out.byte(openBracket);
    this.#out.byte(closeBracket);
  }

  #writeValue(bytes: Uint8Array, at: number, type: number, depth: number): void {
    if (type === string) this.#writeString(bytes, at + 4, at + 3 + readInt32(bytes, at));
    else if (type === objectId) this.#writeId(bytes, at);
    else if (type === date) this.#out.text(`"${readDate(bytes, at)}"`);
    else if (type === nothing) this.#out.text('null');
    else if (type === boolean) this.#out.text(bytes[at] === 1 ? 'true' : 'false');
    else if (type === int32) this.#out.text(String(readInt32(bytes, at)));
    else if (type === int64) this.#writeNumber(readInt64(bytes, at));
    else if (type === double) this.#writeNumber(readDouble(bytes, at));
    else if (type === object || type === array) this.#writeAll(bytes, at, type, depth + 1);
    else throw new UnsupportedValue();
  }

  /** Writes all elements of an object or list. */
  #writeAll(bytes: Uint8Array, start: number, type: number, depth: number): void {
    if (depth > maxDepth) throw new UnsupportedValue();
    const isObject = type === object;
    const opening = isObject ? openBrace : openBracket;
    let separator = opening;
    for (let at = start + 4; bytes[at] !== 0; ) {
      const elementType = bytes[at] ?? 0;
      const name = at + 1;
      const end = endOfName(bytes, name);
      this.#out.byte(separator);
      separator = comma;
      if (isObject) {
        // JavaScript moves such keys, and the driver reads a `$ref` as a reference.
        if (isDigitOrDollar(bytes[name])) throw new UnsupportedValue();
        this.#writeString(bytes, name, end);
        this.#out.byte(colon);
      }
      this.#writeValue(bytes, end + 1, elementType, depth);
      at = endOfValue(bytes, end + 1, elementType);
    }
    if (separator === opening) this.#out.byte(opening);
    this.#out.byte(isObject ? closeBrace : closeBracket);
  }

  /** UTF-8 is copied; only quotes, backslashes and control characters need escapes. */
  #writeString(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte < 0x20 || byte === quote || byte === backslash) {
        this.#out.text(JSON.stringify(Buffer.from(bytes.subarray(from, to)).toString('utf8')));
        return;
      }
    }
    this.#out.byte(quote);
    this.#out.copy(bytes, from, to);
    this.#out.byte(quote);
  }

  #writeId(bytes: Uint8Array, from: number): void {
    this.#out.byte(quote);
    this.#out.hex(bytes, from);
    this.#out.byte(quote);
  }

  #writeReference(bytes: Uint8Array, from: number): void {
    const start = this.#out.length;
    this.#writeId(bytes, from);
    const record = this.#records.get(this.#out.bytes.toString('latin1', start + 1, this.#out.length - 1));
    if (record === undefined) return;
    this.#out.length = start;
    this.#out.text(record);
  }

  #writeNumber(value: number): void {
    this.#out.text(Number.isFinite(value) ? String(value) : 'null');
  }
}

const isDigitOrDollar = (byte = 0) => byte === dollar || (byte >= zero && byte <= nine);
