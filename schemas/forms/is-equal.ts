import { isRecord } from './is-record.ts';

/** Deep equality of two JSON values, whatever the order of keys; a key with undefined counts as absent. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return false;
  const isInOther = (key: string) => isEqual(one[key], own(other, key));
  const isKnown = (key: string) => other[key] === undefined || Object.hasOwn(one, key);
  return Object.keys(one).every(isInOther) && Object.keys(other).every(isKnown);
}

const own = (record: Record<string, unknown>, key: string) => (Object.hasOwn(record, key) ? record[key] : undefined);
