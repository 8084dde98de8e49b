import type { StaticType } from '../analysis/static-type.ts';
import type { Run } from '../running/run.ts';
import type { Span } from '../syntax/tree.ts';
import { CALENDAR_STEPS } from './calendar.ts';
import { parseDate } from './date-text.ts';
import { FAILED, isList, isRecord, kindOf } from './kind.ts';
import { plain } from './plain.ts';

/** A value of the host as scripts see it: what is no value of the language is nothing. */
export function adopt(value: unknown): unknown {
  switch (typeof value) {
    case 'number':
    case 'string':
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : plain(value);
    default:
      return null;
  }
}

/** What stands under a key of a record, own keys only; nothing, with a warning, for what is no record. */
export function readKey(run: Run, site: Span, value: unknown, key: string): unknown {
  if (isRecord(value)) return Object.hasOwn(value, key) ? adopt(value[key]) : null;
  if (value === FAILED) return FAILED;
  const kind = kindOf(value);
  return kind === 'nothing' ? null : run.expect(site, 'a record', kind);
}

export type Conversion = (run: Run, value: unknown) => unknown;

/**
 * How values of a type are read from the input: the texts that JSON has for dates become dates, an empty or wrong one
 * nothing (rules-language 2). Null when a type has none; keys of records are converted when they are read.
 */
export function conversionTo(type: StaticType): Conversion | null {
  if (type === 'date') return toDate;
  if (typeof type === 'string' || !('list' in type)) return null;
  const convert = conversionTo(type.list);
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
