import type { StaticType } from '../analysis/static-type.ts';
import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import { CALENDAR_STEPS } from './calendar.ts';
import { parseDate } from './date-text.ts';
import { FAILED, isList, isRecord, kindOf } from './kind.ts';
import { toPlainValue } from './plain-objects.ts';

/**
 * Converts a value of the host to a value of the language. A value that the language does not support becomes nothing.
 */
export function fromHostValue(value: unknown): unknown {
  switch (typeof value) {
    case 'number':
    case 'string':
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : toPlainValue(value);
    default:
      return null;
  }
}

/**
 * Reads an own key of a record. Returns nothing for a missing key, and nothing with a warning for a value that is not a
 * record.
 */
export function readKey(run: Run, site: Span, value: unknown, key: string): unknown {
  if (isRecord(value)) return Object.hasOwn(value, key) ? fromHostValue(value[key]) : null;
  if (value === FAILED) return FAILED;
  const kind = kindOf(value);
  return kind === 'nothing' ? null : run.expect(site, 'a record', kind);
}

export type Conversion = (run: Run, value: unknown) => unknown;

/**
 * The conversion of input values of a type: dates that are texts in JSON become dates, and an empty or invalid text
 * becomes nothing (rules-language 2). Null if the type needs no conversion. Keys of records are converted when they are
 * read.
 */
export function inputConversion(type: StaticType): Conversion | null {
  if (type === 'date') return toDate;
  if (typeof type === 'string' || !('list' in type)) return null;
  const convert = inputConversion(type.list);
  return convert && ((run, value) => convertItems(run, value, convert));
}

function toDate(run: Run, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  run.spend(CALENDAR_STEPS);
  const moment = parseDate(value, run.host.zone);
  return Number.isNaN(moment) ? null : new Date(moment);
}

function convertItems(run: Run, value: unknown, convert: Conversion): unknown {
  if (!isList(value)) return value;
  run.spend(value.length);
  return value.map((item) => convert(run, item));
}
