import { useRecordContext } from 'react-admin';

/** Returns a field's value in the current record. */
export function useFieldValue(source: string): unknown {
  return valueAt(useRecordContext(), source);
}

/** Returns the value at a dotted path such as `businessAddress.city`; undefined if it does not exist. */
export function valueAt(record: unknown, source: string): unknown {
  return source.split('.').reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.entries(value).find(([name]) => name === key)?.[1];
  }, record);
}

/**
 * Query option that loads a record separately from lists: their rows lack the free maps, and react-admin would use them
 * as cached records.
 */
export const fullRecordQuery = { meta: { whole: true } };
