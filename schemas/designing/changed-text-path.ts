import { isEqual } from '../forms/is-equal.ts';
import { isRecord } from '../forms/is-record.ts';

/**
 * The path of the only text in which two JSON values differ ('' for the values themselves). Null if they are equal,
 * differ in more places, or in something other than text. Used to merge keystrokes into one undo entry.
 */
export function changedTextPath(before: unknown, after: unknown): string | null {
  if (isText(before) && isText(after)) return before === after ? null : '';
  const [was, is] = [partsOf(before), partsOf(after)];
  if (!was || !is || Array.isArray(before) !== Array.isArray(after)) return null;
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter((key) => !isEqual(was.get(key), is.get(key)));
  const [key] = keys;
  if (key === undefined || keys.length > 1 || (Array.isArray(before) && was.size !== is.size)) return null;
  const inside = changedTextPath(was.get(key), is.get(key));
  return inside === null ? null : `/${key}${inside}`;
}

const isText = (value: unknown): value is string | undefined => typeof value === 'string' || value === undefined;

const partsOf = (value: unknown): Map<string, unknown> | null =>
  Array.isArray(value) || isRecord(value) ? new Map(Object.entries(value)) : null;
