// Reads values from the bytes of a BSON document.

/** BSON element types (bsonspec.org). */
export const bsonTypes = {
  double: 0x01,
  string: 0x02,
  object: 0x03,
  array: 0x04,
  objectId: 0x07,
  boolean: 0x08,
  date: 0x09,
  nothing: 0x0a,
  int32: 0x10,
  int64: 0x12,
} as const;

const { double, string, object, array, objectId, boolean, date, nothing, int32, int64 } = bsonTypes;

/** The sizes of the supported values of a fixed size. */
const fixedSizes = new Map<number, number>([
  [double, 8],
  [objectId, 12],
  [boolean, 1],
  [date, 8],
  [nothing, 0],
  [int32, 4],
  [int64, 8],
]);

/** Thrown for a value that only the usual conversion of a document can write. */
export class UnsupportedValue extends Error {}

/** The latest time of a JavaScript date; milliseconds. */
const maxTime = 8.64e15;

export function endOfName(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] !== 0) at += 1;
  return at;
}

export function isNameAt(bytes: Uint8Array, from: number, to: number, name: Uint8Array | undefined): boolean {
  if (name === undefined || name.length !== to - from) return false;
  for (let at = 0; at < name.length; at += 1) if (bytes[from + at] !== name[at]) return false;
  return true;
}

/** Where the value at this position ends. Throws UnsupportedValue for the types that are not transcoded. */
export function endOfValue(bytes: Uint8Array, at: number, type: number): number {
  if (type === string) return at + 4 + readInt32(bytes, at);
  if (type === object || type === array) return at + readInt32(bytes, at);
  const size = fixedSizes.get(type);
  if (size === undefined) throw new UnsupportedValue();
  return at + size;
}

export const readInt32 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);

/** Throws UnsupportedValue beyond the integers that a number holds exactly. */
export function readInt64(bytes: Uint8Array, at: number): number {
  const value = readInt32(bytes, at + 4) * 2 ** 32 + (readInt32(bytes, at) >>> 0);
  if (!Number.isSafeInteger(value)) throw new UnsupportedValue();
  return value;
}

/** A date as ISO text. */
export function readDate(bytes: Uint8Array, at: number): string {
  const time = readInt64(bytes, at);
  if (Math.abs(time) > maxTime) throw new UnsupportedValue();
  return new Date(time).toISOString();
}

const doubleBytes = new Uint8Array(8);
const doubleView = new DataView(doubleBytes.buffer);

export function readDouble(bytes: Uint8Array, at: number): number {
  for (let index = 0; index < 8; index += 1) doubleBytes[index] = bytes[at + index] ?? 0;
  return doubleView.getFloat64(0, true);
}
