import { Duration } from './duration.ts';
import type { RecordValue } from './kind.ts';

const RECORD = Object.prototype;
const LIST = Array.prototype;

/** Whether reading a safe key of the object can find nothing but an own one. */
export function isPlain(value: object): boolean {
  // Records of one shape are told by the constructor at the cost of one comparison; what lies about its own is looked at.
  if (value.constructor === Object && Object.getPrototypeOf(value) === RECORD) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === RECORD || prototype === null;
}

/**
 * An object of the host as scripts hold it: lists, dates, durations and plain records as they are; of anything else, such
 * as an instance of a class, a record of its own keys, so that no prototype can be reached.
 */
export function plain(value: object): unknown {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === RECORD || prototype === LIST || prototype === null) return value;
  if (value instanceof Date || value instanceof Duration || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value));
}

/**
 * Keys that only a record's own entry can answer: with any other, a look at a record, a list or a date could find what
 * JavaScript keeps there. Asked when a script is compiled.
 */
export function isSafeKey(key: string): boolean {
  return KINDS.every((kind) => !(key in kind));
}

const KINDS: readonly object[] = [{}, [], new Date(0), new Duration(0), () => null];

/** Records are objects to read keys of; lists and dates have none of the safe keys. */
export function isObject(value: unknown): value is RecordValue {
  return typeof value === 'object' && value !== null;
}
