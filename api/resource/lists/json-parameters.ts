import { isRecord } from '#schemas/forms/is-record.ts';
import type { Problem } from '../../errors/catalogue.ts';

/** Rows of one `range` (design 3). */
export const mostRows = 1_000;

interface JsonParameter<T> {
  key: string;
  read: (value: unknown) => T | undefined;
  allowed: string;
}

/** Reads a JSON query parameter; undefined when it is not there or, noted in `problems`, does not fit. */
export function readJson<T>(
  texts: Record<string, string>,
  { key, read, allowed }: JsonParameter<T>,
  problems: Problem[],
): T | undefined {
  const text = texts[key];
  if (text === undefined) return undefined;
  try {
    const value = read(JSON.parse(text));
    if (value !== undefined) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  problems.push({ path: `/${key}`, value: text, message: allowed });
  return undefined;
}

/** `range`: the first and the last row. */
export function rangeOf(value: unknown): [number, number] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [first, last]: unknown[] = value;
  if (
    typeof first !== 'number' ||
    typeof last !== 'number' ||
    !Number.isSafeInteger(first) ||
    !Number.isSafeInteger(last)
  )
    return undefined;
  return first >= 0 && last >= first && last - first < mostRows ? [first, last] : undefined;
}

/** `sort`: a field and its direction, as the other dialect has them. */
export function orderOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length !== 2 || typeof value[0] !== 'string') return undefined;
  if (value[1] === 'ASC') return [value[0]];
  return value[1] === 'DESC' ? [`-${value[0]}`] : undefined;
}

/** `filter`: values by field name. */
export const recordOf = (value: unknown): Record<string, unknown> | undefined =>
  isRecord(value) ? { ...value } : undefined;
