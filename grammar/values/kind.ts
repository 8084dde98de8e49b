import { Duration } from './duration.ts';

/** The run-time types of values (rules-language 2). */
export type Kind = 'nothing' | 'boolean' | 'number' | 'text' | 'list' | 'record' | 'date' | 'duration';

export type ListValue = readonly unknown[];
export type RecordValue = Readonly<Record<string, unknown>>;

/**
 * The value of an expression that failed while errors are ignored. It counts as nothing, but as its cause has been
 * reported, consequences are not reported again. It never leaves a run.
 */
export const FAILED = Symbol('failed');

/** The kind of a value. Functions, symbols and anything else that a host may leave in its data are nothing. */
export function kindOf(value: unknown): Kind {
  switch (typeof value) {
    case 'number':
      return 'number';
    case 'string':
      return 'text';
    case 'boolean':
      return 'boolean';
    case 'object':
      return kindOfObject(value);
    default:
      return 'nothing';
  }
}

function kindOfObject(value: object | null): Kind {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'nothing' : 'date';
  return value instanceof Duration ? 'duration' : 'record';
}

export function isList(value: unknown): value is ListValue {
  return Array.isArray(value);
}

export function isRecord(value: unknown): value is RecordValue {
  return typeof value === 'object' && value !== null && kindOfObject(value) === 'record';
}

export function isDate(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

/**
 * Truthiness: false, 0, "", a zero duration and nothing are false; everything else is true, including an empty list
 * (rules-language 2).
 */
export function isTrue(value: unknown): boolean {
  if (value === true) return true;
  if (!value || value === FAILED) return false;
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'number';
  return !(value instanceof Duration) || value.milliseconds !== 0;
}
