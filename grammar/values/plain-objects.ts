import type { Run } from '../runtime/run.ts';
import { Duration } from './duration.ts';
import type { RecordValue } from './kind.ts';

const RECORD = Object.prototype;
const LIST = Array.prototype;

/** Whether reading a safe key of the object can only find an own property: the object has no custom prototype. */
export function isPlain(value: object): boolean {
  // The constructor is a fast check by shape. Check the prototype, too, as an object may lie about its constructor.
  if (value.constructor === Object && Object.getPrototypeOf(value) === RECORD) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === RECORD || prototype === null;
}

/**
 * Converts an object of the host to a safe value. Lists, dates, durations and plain records stay as they are. Anything
 * else, such as a class instance, becomes a record of its own keys, so that scripts can not reach a prototype.
 */
export function toPlainValue(value: object): unknown {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === RECORD || prototype === LIST || prototype === null) return value;
  if (value instanceof Date || value instanceof Duration || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value));
}

/**
 * Whether a key can only be an own property. Any other key could find a built-in property of records, lists or dates,
 * as in prototype pollution. Checked at compile time.
 */
export function isSafeKey(key: string): boolean {
  return KINDS.every((kind) => !(key in kind));
}

const KINDS: readonly object[] = [{}, [], new Date(0), new Duration(0), () => null];

/** Whether keys can be read directly. Lists and dates qualify, because they have none of the safe keys. */
export function isObject(value: unknown): value is RecordValue {
  return typeof value === 'object' && value !== null;
}

/** Returns the keys of a record and charges for them first: a host's record may have thousands of long keys. */
export function chargedKeys(run: Run, record: RecordValue): string[] {
  const keys = Object.keys(record);
  run.spend(KEY_STEPS * keys.length);
  for (const key of keys) run.spendText(key.length);
  return keys;
}

/** Steps charged for each key. */
const KEY_STEPS = 4;
