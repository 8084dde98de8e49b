import { cloneJson } from '../forms/copy-of.ts';
import type { NormalizedValue } from '../forms/form.ts';
import { keysOf, valueUnder } from '../forms/pointer.ts';
import type { JsonMap } from '../generated/types.ts';
import type { AjvError } from '../texts/schema-messages.ts';
import { parseDate, parseDateTime } from '../typed-values/parse-date.ts';
import { parseNumber } from '../typed-values/parse-number.ts';
import { parseTime } from '../typed-values/parse-time.ts';
import { type ParseResult, parsedValue, trimText } from '../typed-values/parsed.ts';
import { visitLine } from './visit-line.ts';

/** Text with a longer maxLength is multi-line: it gets a textarea and is not trimmed. */
export const maxLineLength = 200;

/** A line's data as they are stored, and the values that differ from the request. */
export interface ReadLine {
  data: JsonMap;
  normalized: NormalizedValue[];
}

/** Validates a line's data; undefined if the validator is not available. */
export type ValidateLine = (data: JsonMap) => readonly AjvError[] | undefined;

/**
 * Normalizes the typed text of a line's data by its product's schema (design 7, "Typed values"): trims single-line
 * text, and parses text where the schema requires a number, a date or a time. Text that cannot be parsed stays as typed
 * and is a validation error at its path. `today` is the reference for dates without a year.
 */
export function readTypedLine(
  schema: JsonMap,
  data: JsonMap,
  { faultsOf, today }: { faultsOf: ValidateLine; today: string },
): ReadLine {
  const trimmed = trimmedTexts(schema, data);
  const current = withChanges(data, trimmed);
  const read = new Map<string, unknown>();
  for (const fault of faultsOf(current) ?? []) {
    const to = valueFor(fault, today);
    if (to !== undefined && !read.has(fault.instancePath)) read.set(fault.instancePath, to);
  }
  const changes = new Map([...trimmed, ...read]);
  const normalized = [...changes].map(([path, to]) => ({ path, from: valueAt(data, path), to }));
  return { data: withChanges(current, read), normalized };
}

/** The trimmed value of each single-line text that has white space at its ends, by path. */
function trimmedTexts(schema: JsonMap, data: JsonMap): Map<string, string> {
  const trimmed = new Map<string, string>();
  const untouched = new Set<string>();
  visitLine(schema, data, ({ schema: { type, format, maxLength, enum: choices, const: only }, value, path }) => {
    if (typeof value !== 'string') return;
    const isLong = format === 'textarea' || (typeof maxLength === 'number' && maxLength > maxLineLength);
    if (isLong || format === 'password' || choices !== undefined || only !== undefined) untouched.add(path);
    else if (type === undefined ? format !== undefined : [type].flat().includes('string'))
      trimmed.set(path, trimText(value));
  });
  for (const [path, text] of trimmed) if (untouched.has(path) || text === valueAt(data, path)) trimmed.delete(path);
  return trimmed;
}

/** Parses a text that ajv rejects: as a number if the schema requires one, as a date or a time by its format. */
function valueFor({ keyword, params, data: text }: AjvError, today: string): unknown {
  if (typeof text !== 'string') return undefined;
  if (keyword === 'type') {
    const isNumber = [params.type].flat().some((type) => type === 'number' || type === 'integer');
    return isNumber ? parsedValue(parseNumber(text)) : undefined;
  }
  const parse = keyword === 'format' ? parsers.get(String(params.format)) : undefined;
  return parse && parsedValue(parse(text, today));
}

const parsers = new Map<string, (text: string, today: string) => ParseResult<string>>([
  ['date', (text, today) => parseDate(text, { today })],
  ['date-time', (text, today) => wholeMoment(parseDateTime(text, { today }))],
  ['time', parseTime],
]);

/** A date without a time is not a date-time: it stays as typed. */
const wholeMoment = (parsed: ParseResult<string>): ParseResult<string> =>
  parsed.status === 'value' && !parsed.value.includes('T') ? { status: 'empty' } : parsed;

function withChanges(data: JsonMap, changes: ReadonlyMap<string, unknown>): JsonMap {
  if (changes.size === 0) return data;
  const changed = cloneJson(data);
  for (const [path, value] of changes) {
    const keys = keysOf(path);
    const holder = keys.slice(0, -1).reduce((inside: object, key) => Object(Reflect.get(inside, key)), changed);
    Reflect.set(holder, keys.at(-1) ?? '', value);
  }
  return changed;
}

const valueAt = (data: JsonMap, path: string): unknown => valueUnder(data, keysOf(path));
