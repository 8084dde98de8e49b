import { Duration } from './duration.ts';

/** The types of values at run time (rules-language 2). */
export type Kind = 'nothing' | 'boolean' | 'number' | 'text' | 'list' | 'record' | 'date' | 'duration';

export type ListValue = readonly unknown[];
export type RecordValue = Readonly<Record<string, unknown>>;

/**
 * What an expression gives that failed, where errors are ignored: nothing, but of which the cause has been reported, so
 * that what follows from it stays silent. It never leaves a run.
 */
export const FAILED = Symbol('failed');

/** Functions, symbols and whatever else a host might leave in its data are nothing to a script. */
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

/** A kind as messages name it. */
export function withArticle(kind: Kind): string {
  return kind === 'nothing' ? kind : `a ${kind}`;
}
