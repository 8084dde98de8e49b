import { DateTime } from 'luxon';
import type { Import } from '#schemas/generated/types.ts';
import type { ImportField } from '#schemas/resource/imports.ts';
import { type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { valueLabel } from '#schemas/resource/resource.ts';
import { textFormats } from '#schemas/texts/formats.ts';
import { dateMessage, parseDate, parseDateTime } from '#schemas/typed-values/parse-date.ts';
import {
  integerMessage,
  numberExample,
  numberMessage,
  parseMoney,
  parseNumber,
} from '#schemas/typed-values/parse-number.ts';
import { type ParseResult, trimText } from '#schemas/typed-values/parsed.ts';
import { requiredMessage } from '../../platform/errors/schema-messages.ts';
import { unguardFormula } from '../resource/lists/csv.ts';

/** Validation error: the cell does not fit its field. */
export class CellIssue {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Parsing options of an import, chosen in its preview. */
export type CellOptions = Pick<Import, 'decimalMark' | 'dateOrder' | 'timeZone' | 'dashIsZero' | 'serialDates'> & {
  /** Reference date for two-digit years, such as '2026-11-25'. */
  today: string;
};

/** Parses a cell, which may be a number of a workbook; returns undefined if empty, a CellIssue if invalid. */
type ReadCell = (text: string, isNumber?: boolean) => unknown;
type MakeReader = (field: ImportField, options: CellOptions) => ReadCell;

const text: MakeReader = ({ property: { maxLength = 10_000, pattern, format } }) => {
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const known = new Map<string, { fits(text: string): boolean; message: string }>(Object.entries(textFormats));
  const formatted = known.get(format ?? '');
  return (cell) => {
    if (cell.length > maxLength) return new CellIssue(`At most ${maxLength.toLocaleString('en-US')} characters`);
    if (formatted?.fits(cell) === false) return new CellIssue(formatted.message);
    return shape?.test(cell) === false ? new CellIssue('Invalid format') : cell;
  };
};

const valueOrIssue = <T>(parsed: ParseResult<T>, explain: (message: string) => string): T | CellIssue | undefined => {
  if (parsed.status === 'problem') return new CellIssue(explain(parsed.message));
  return parsed.status === 'value' ? parsed.value : undefined;
};

const number =
  (parse: typeof parseNumber): MakeReader =>
  (_field, { decimalMark: chosen, dashIsZero: isDashZero }) =>
  (cell, isNumber = false) => {
    const decimalMark = isNumber ? '.' : chosen;
    const options = { decimalMark, isDashZero };
    const isRead = (others: typeof options) => parseNumber(cell, others).status === 'value';
    return valueOrIssue(parse(cell, options), (message) => {
      if (message !== numberMessage) return message;
      if (isRead({ ...options, isDashZero: true })) return `${numberMessage}; turn on “A dash is 0” to import it as 0`;
      const [mark, example, other] =
        decimalMark === '.' ? ([',', numberExample, 'comma'] as const) : (['.', 'such as 1.601,60', 'point'] as const);
      const hint = isRead({ ...options, decimalMark: mark }) ? `; choose the decimal ${other} to import it` : '';
      return `${numberMessage}, ${example}${hint}`;
    });
  };

const whole: MakeReader = (field, options) => {
  const read = number(parseNumber)(field, options);
  return (cell, isNumber) => {
    const value = read(cell, isNumber);
    return value instanceof CellIssue || Number.isSafeInteger(value) ? value : new CellIssue(integerMessage);
  };
};

/** Dates in a file must have a year; filling it in would be a guess. */
const date =
  (parse: typeof parseDate): MakeReader =>
  (_field, { today, dateOrder: order, serialDates }) => {
    const options = { today, order, isYearRequired: true, isSerialAccepted: serialDates };
    const accepted = `such as 2026-03-31, ${order === 'DMY' ? '31/3/2026' : '3/31/2026'} or 31-Mar-26`;
    return (cell) =>
      valueOrIssue(parse(cell, options), (message) => {
        if (message !== dateMessage) return `${message}. Dates are written ${accepted}`;
        const isSerial = parse(cell, { ...options, isSerialAccepted: true }).status === 'value';
        return `Must be a date, ${accepted}${isSerial ? '; turn on day numbers to import it' : ''}`;
      });
  };

/** The offset of a time from UTC. */
const offset = /\s*(?:Z|[+-]\d{2}:?\d{2})$/i;

/** The day of a date with a time, as it is written: its time zone does not change it. */
const dayAsWritten: typeof parseDate = (text, options) => {
  const day = parseDate(text, options);
  if (day.status !== 'problem' || parseDateTime(text, options).status !== 'value') return day;
  const moment = parseDateTime(trimText(text).replace(offset, ''), options);
  return moment.status === 'value' ? { ...moment, value: moment.value.slice(0, 10) } : day;
};

const dateTime: MakeReader = (field, options) => {
  const read = date(parseDateTime)(field, options);
  return (cell) => {
    const value = read(cell);
    if (typeof value !== 'string') return value;
    // A date without time means midnight UTC.
    if (!value.includes('T')) return `${value}T00:00:00.000Z`;
    if (options.timeZone === 'UTC' || offset.test(cell)) return value;
    return DateTime.fromISO(value.slice(0, -1), { zone: options.timeZone }).toJSDate().toISOString();
  };
};

const oneOf: MakeReader =
  ({ property }) =>
  (cell) => {
    const known: unknown[] = property.enum ?? [];
    const isNamed = (name: string) => name.toLowerCase() === cell.toLowerCase();
    const value = known.find((each) => isNamed(String(each)) || isNamed(valueLabel(each, property)));
    return value ?? new CellIssue(`Must be one of: ${known.join(', ')}`);
  };

/** What a spreadsheet shows in a cell that it cannot compute. */
const spreadsheetError =
  /^#(?:N\/A|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!)$/i;

const yes = ['true', 'yes', '1'];
const no = ['false', 'no', '0'];

/** Separator of the values of a list in one cell, as in a CSV export. */
const listSeparator = /\s*;\s*/;

const list: MakeReader = (field, options) => {
  const { list: _list, ...single } = field;
  const item = field.property.items ?? {};
  const read = cellReader(
    field.list === undefined ? { ...single, property: item, kind: propertyKindOf(item, field.name) } : single,
    options,
  );
  return (cell, isNumber) => {
    const values = cell.split(listSeparator).flatMap((each) => read(each, isNumber) ?? []);
    return values.find((each) => each instanceof CellIssue) ?? values;
  };
};

const json: MakeReader = () => (cell) => {
  try {
    return JSON.parse(cell);
  } catch {
    return new CellIssue('Must be JSON, as in a CSV export');
  }
};

/** Readers per kind of field; kinds with null cannot be imported. */
const kinds: Record<PropertyKind, MakeReader | null> = {
  text,
  longText: text,
  markdown: text,
  email: text,
  phone: text,
  colour: text,
  date: date(dayAsWritten),
  // References are imported by the name people use; the resource's import resolves them.
  reference: text,
  number: number(parseNumber),
  money: number(parseMoney),
  integer: whole,
  enum: oneOf,
  boolean: () => (cell) => {
    const word = cell.toLowerCase();
    return yes.includes(word) ? true : no.includes(word) ? false : new CellIssue('Must be yes or no');
  },
  dateTime,
  list,
  map: json,
  // The values of an object are in columns of their own.
  object: null,
};

/** Returns the reader for the cells of a field's column. Throws for a kind that cannot be imported. */
export function cellReader(field: ImportField, options: CellOptions): ReadCell {
  const make = field.list === undefined ? kinds[field.kind] : list;
  if (!make) throw new Error(`${field.name} is of kind ${field.kind}, which a cell cannot contain`);
  const read = make(field, options);
  const none = field.isRequired ? new CellIssue(requiredMessage(field.label)) : undefined;
  return (cell, isNumber) => {
    const given = unguardFormula(trimText(cell));
    if (spreadsheetError.test(given)) return new CellIssue(`${given} is an error in the spreadsheet`);
    return given === '' ? none : read(given, isNumber);
  };
}
