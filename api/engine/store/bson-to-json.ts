/**
 * Transcodes BSON documents to JSON text without creating JavaScript objects, on which a list of records spends most of
 * its time. The result equals JSON.stringify of the document that the driver would return, limited to the properties of a
 * shape. A document with values that need more than that is left to the caller.
 */

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

/** BSON element types (bsonspec.org). */
const double = 0x01;
const string = 0x02;
const object = 0x03;
const array = 0x04;
const objectId = 0x07;
const boolean = 0x08;
const date = 0x09;
const nothing = 0x0a;
const int32 = 0x10;
const int64 = 0x12;

/** The sizes of the supported values of a fixed size. */
const fixedSizes = new Map([
  [double, 8],
  [objectId, 12],
  [boolean, 1],
  [date, 8],
  [nothing, 0],
  [int32, 4],
  [int64, 8],
]);

/** Thrown for a value that only the usual conversion can write. */
class UnsupportedValue extends Error {}

const maxDepth = 100;
/** The latest time of a JavaScript date; milliseconds. */
const maxTime = 8.64e15;

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

  /** The index of the property whose stored name is at these bytes; undefined if there is none. */
  find(bytes: Uint8Array, from: number, to: number): number | undefined {
    const candidates = this.#byHash.get(hashOf(bytes, from, to));
    return candidates?.find((index) => isNameAt(bytes, from, to, this.properties[index]?.storedName));
  }
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
  return hash;
}

function isNameAt(bytes: Uint8Array, from: number, to: number, name: Uint8Array | undefined): boolean {
  if (name === undefined || name.length !== to - from) return false;
  for (let at = 0; at < name.length; at += 1) if (bytes[from + at] !== name[at]) return false;
  return true;
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
const hexDigits = Buffer.from('0123456789abcdef');

/** Below this length, a loop copies bytes faster than a call of the runtime. */
const shortText = 64;

const noRecords: ReadonlyMap<string, string> = new Map();

/** The rows of a list as JSON, separated by commas. */
export class JsonRows {
  #bytes = Buffer.allocUnsafe(16 * 1024);
  #length = 0;
  /** Where the last row begins, including its comma. */
  #lastRow = 0;
  #count = 0;
  #records = noRecords;

  get count(): number {
    return this.#count;
  }

  /** Bytes of UTF-8. */
  get length(): number {
    return this.#length;
  }

  /** The rows between two texts, as UTF-8. */
  within(before: string, after: string): Buffer {
    return Buffer.concat([Buffer.from(before), this.#bytes.subarray(0, this.#length), Buffer.from(after)]);
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
    this.#writeText(text);
  }

  /** Removes the row that was added last; once. */
  removeLast(): void {
    this.#length = this.#lastRow;
    this.#count -= 1;
  }

  #beginRow(): void {
    this.#lastRow = this.#length;
    if (this.#count > 0) this.#writeByte(comma);
    this.#count += 1;
  }

  /** Writes the document at this position with the properties of the shape, in their order. */
  #writeShaped(bytes: Uint8Array, start: number, shape: RowShape): void {
    const { properties, offsets, types } = shape;
    offsets.fill(0);
    for (let at = start + 4; bytes[at] !== 0; ) {
      const type = bytes[at] ?? 0;
      const name = at + 1;
      const end = endOfName(bytes, name);
      const index = shape.find(bytes, name, end);
      at = endOfValue(bytes, end + 1, type);
      if (index === undefined) continue;
      offsets[index] = end + 1;
      types[index] = type;
    }
    let separator = openBrace;
    for (let index = 0; index < properties.length; index += 1) {
      const offset = offsets[index] ?? 0;
      const property = properties[index];
      if (property === undefined || (offset === 0 && property.ifMissing === undefined)) continue;
      this.#writeByte(separator);
      separator = comma;
      this.#copy(property.key, 0, property.key.length);
      const type = types[index] ?? 0;
      if (offset !== 0 && property.isConverted) throw new UnsupportedValue();
      if (offset === 0) this.#writeText(property.ifMissing ?? 'null');
      else if (property.isPopulated && type === objectId) this.#writeReference(bytes, offset);
      else if (property.shape === null || type === nothing) this.#writeValue(bytes, offset, type, 0);
      else if (type === object && !property.isList) this.#writeShaped(bytes, offset, property.shape);
      else if (type === array && property.isList) this.#writeShapedItems(bytes, offset, property.shape);
      else throw new UnsupportedValue();
    }
    if (separator === openBrace) this.#writeByte(openBrace);
    this.#writeByte(closeBrace);
  }

  #writeShapedItems(bytes: Uint8Array, start: number, shape: RowShape): void {
    let separator = openBracket;
    for (let at = start + 4; bytes[at] !== 0; ) {
      const value = endOfName(bytes, at + 1) + 1;
      if (bytes[at] !== object) throw new UnsupportedValue();
      this.#writeByte(separator);
      separator = comma;
      this.#writeShaped(bytes, value, shape);
      at = endOfValue(bytes, value, object);
    }
    if (separator === openBracket) this.#writeByte(openBracket);
    this.#writeByte(closeBracket);
  }

  #writeValue(bytes: Uint8Array, at: number, type: number, depth: number): void {
    if (type === string) this.#writeString(bytes, at + 4, at + 3 + readInt32(bytes, at));
    else if (type === objectId) this.#writeHex(bytes, at);
    else if (type === date) this.#writeDate(readInt64(bytes, at));
    else if (type === nothing) this.#writeText('null');
    else if (type === boolean) this.#writeText(bytes[at] === 1 ? 'true' : 'false');
    else if (type === int32) this.#writeText(String(readInt32(bytes, at)));
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
      this.#writeByte(separator);
      separator = comma;
      if (isObject) {
        // JavaScript moves such keys, and the driver reads a `$ref` as a reference.
        if (isDigitOrDollar(bytes[name])) throw new UnsupportedValue();
        this.#writeString(bytes, name, end);
        this.#writeByte(colon);
      }
      this.#writeValue(bytes, end + 1, elementType, depth);
      at = endOfValue(bytes, end + 1, elementType);
    }
    if (separator === opening) this.#writeByte(opening);
    this.#writeByte(isObject ? closeBrace : closeBracket);
  }

  /** UTF-8 is copied; only quotes, backslashes and control characters need escapes. */
  #writeString(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte < 0x20 || byte === quote || byte === backslash) {
        this.#writeText(JSON.stringify(Buffer.from(bytes.subarray(from, to)).toString('utf8')));
        return;
      }
    }
    this.#writeByte(quote);
    this.#copy(bytes, from, to);
    this.#writeByte(quote);
  }

  #writeReference(bytes: Uint8Array, from: number): void {
    const start = this.#length;
    this.#writeHex(bytes, from);
    const record = this.#records.get(this.#bytes.toString('latin1', start + 1, this.#length - 1));
    if (record === undefined) return;
    this.#length = start;
    this.#writeText(record);
  }

  #writeHex(bytes: Uint8Array, from: number): void {
    this.#reserve(26);
    const target = this.#bytes;
    let at = this.#length;
    target[at++] = quote;
    for (let index = from; index < from + 12; index += 1) {
      const byte = bytes[index] ?? 0;
      target[at++] = hexDigits[byte >> 4] ?? 0;
      target[at++] = hexDigits[byte & 15] ?? 0;
    }
    target[at++] = quote;
    this.#length = at;
  }

  #writeDate(time: number): void {
    if (Math.abs(time) > maxTime) throw new UnsupportedValue();
    this.#writeText(`"${new Date(time).toISOString()}"`);
  }

  #writeNumber(value: number): void {
    this.#writeText(Number.isFinite(value) ? String(value) : 'null');
  }

  #writeText(text: string): void {
    if (text.length <= shortText && isAscii(text)) {
      this.#reserve(text.length);
      for (let at = 0; at < text.length; at += 1) this.#bytes[this.#length++] = text.charCodeAt(at);
      return;
    }
    this.#reserve(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  #writeByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  #copy(source: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    if (to - from > shortText) this.#bytes.set(source.subarray(from, to), this.#length);
    else
      for (let at = from, target = this.#length; at < to; at += 1, target += 1) this.#bytes[target] = source[at] ?? 0;
    this.#length += to - from;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

const isDigitOrDollar = (byte = 0) => byte === dollar || (byte >= zero && byte <= nine);

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

function endOfName(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] !== 0) at += 1;
  return at;
}

/** Where the value at this position ends. Throws UnsupportedValue for the types that are not transcoded. */
function endOfValue(bytes: Uint8Array, at: number, type: number): number {
  if (type === string) return at + 4 + readInt32(bytes, at);
  if (type === object || type === array) return at + readInt32(bytes, at);
  const size = fixedSizes.get(type);
  if (size === undefined) throw new UnsupportedValue();
  return at + size;
}

const readInt32 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);

/** Throws UnsupportedValue beyond the integers that a number holds exactly. */
function readInt64(bytes: Uint8Array, at: number): number {
  const value = readInt32(bytes, at + 4) * 2 ** 32 + (readInt32(bytes, at) >>> 0);
  if (!Number.isSafeInteger(value)) throw new UnsupportedValue();
  return value;
}

const doubleBytes = new Uint8Array(8);
const doubleView = new DataView(doubleBytes.buffer);

function readDouble(bytes: Uint8Array, at: number): number {
  for (let index = 0; index < 8; index += 1) doubleBytes[index] = bytes[at + index] ?? 0;
  return doubleView.getFloat64(0, true);
}
