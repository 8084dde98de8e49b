import { isRecord } from '../forms/is-record.ts';

/** The message of the keyword `uniqueItems`. */
export const notUnique = 'Must not hold the same twice';

/**
 * Whether no item stands twice. ajv's own check compares each item with each, which took 38 s for 20,000 rows; this one
 * reads each once, as a text that equal ones share.
 */
export const hasUniqueItems = (items: readonly unknown[]): boolean => new Set(items.map(textOf)).size === items.length;

/** The value as JSON with its keys in one order. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${textOf(each)}`).join(',')}}`;
}
