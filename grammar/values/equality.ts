import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import { isSameText } from './case-folding.ts';
import { Duration } from './duration.ts';
import { FAILED, isDate, isList, isRecord, type Kind, kindOf, type ListValue, type RecordValue } from './kind.ts';
import { compareSignificant } from './numbers.ts';
import { numericText } from './numeric-text.ts';
import { chargedKeys } from './plain-objects.ts';

/** Whether a comparison warns about values that it had to convert or could not compare. */
export type MismatchMode = 'warn' | 'silent';

/**
 * Deep equality by type. A number and a numeric text are compared as numbers; values of any other two types are
 * different. Both cases warn at `site` unless `mismatch` is silent (rules-language 2).
 */
export function isEqual(run: Run, site: Span, a: unknown, b: unknown, mismatch: MismatchMode = 'warn'): boolean {
  return compareAt(run, site, a, b, mismatch, 0);
}

function compareAt(run: Run, site: Span, a: unknown, b: unknown, mismatch: MismatchMode, depth: number): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    run.spendText(Math.min(a.length, b.length));
    return isSameText(run, a, b);
  }
  if (a === b) return true;
  if (typeof a === 'number' && typeof b === 'number') return compareSignificant(run, a, b) === 0;
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return isEqualAcross(run, site, a, b, mismatch);
  if (a instanceof Duration && b instanceof Duration)
    return compareSignificant(run, a.milliseconds, b.milliseconds) === 0;
  if (isDate(a) && isDate(b)) return a.getTime() === b.getTime();
  run.descend(site, depth);
  if (isList(a) && isList(b))
    return areListsEqual(run, a, b, (x, y) => compareAt(run, site, x, y, mismatch, depth + 1));
  if (isRecord(a) && isRecord(b)) {
    return areRecordsEqual(run, a, b, (x, y) => compareAt(run, site, x, y, mismatch, depth + 1));
  }
  return kind === 'nothing';
}

function isEqualAcross(run: Run, site: Span, a: unknown, b: unknown, mismatch: MismatchMode): boolean {
  if (mismatch === 'warn') warnOfMismatch(run, site, a, b);
  if (typeof a === 'number' && typeof b === 'string') return compareSignificant(run, a, numericText(run, b)) === 0;
  if (typeof a === 'string' && typeof b === 'number') return compareSignificant(run, numericText(run, a), b) === 0;
  return false;
}

type Compare = (a: unknown, b: unknown) => boolean;

function areListsEqual(run: Run, a: ListValue, b: ListValue, compare: Compare): boolean {
  if (a.length !== b.length) return false;
  return a.every((item, index) => {
    run.spend(1);
    return compare(item, b[index]);
  });
}

/** A key without a value equals an absent key. */
function areRecordsEqual(run: Run, a: RecordValue, b: RecordValue, compare: Compare): boolean {
  const keys = new Set([...chargedKeys(run, a), ...chargedKeys(run, b)]);
  for (const key of keys) {
    const [x, y] = [ownValue(a, key), ownValue(b, key)];
    if ((kindOf(x) === 'nothing') !== (kindOf(y) === 'nothing') || !compare(x, y)) return false;
  }
  return true;
}

function ownValue(record: RecordValue, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : null;
}

/** Warns 'Expected matching types, got …', unless one of the values results from an error that has been reported. */
export function warnOfMismatch(run: Run, site: Span, a: unknown, b: unknown): void {
  if (a === FAILED || b === FAILED) return;
  const { expected, got } = comparisonMismatchArgs(kindOf(a), kindOf(b));
  run.expect(site, expected, got);
}

/**
 * The arguments of the warning for two kinds that can not be compared, or for two values of the same kind that has no
 * order.
 */
export function comparisonMismatchArgs(a: Kind, b: Kind): { expected: string; got: string } {
  return a === b
    ? { expected: 'numbers, texts, dates or durations', got: a }
    : { expected: 'matching types', got: `${a} and ${b}` };
}
