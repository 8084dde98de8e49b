import { copyOf } from '../forms/copy-of.ts';
import type { Normalized } from '../forms/form.ts';
import { keysOf, valueUnder } from '../forms/pointer.ts';
import type { JsonMap } from '../generated/types.ts';
import type { SchemaFault } from '../texts/schema-messages.ts';
import { parseDate, parseDateTime } from '../typed-values/parse-date.ts';
import { parseNumber } from '../typed-values/parse-number.ts';
import { parseTime } from '../typed-values/parse-time.ts';
import { type Parsed, parsedValue, trimText } from '../typed-values/parsed.ts';
import { visitLine } from './line-places.ts';

/** From this length on a text of a line is one of several lines, and gets an area to type in. */
export const maxLineLength = 200;

/** A line's data as they are stored, and what of them is not as it was sent. */
export interface ReadLine {
  data: JsonMap;
  normalized: Normalized[];
}

/** What ajv finds fault with in a line's data; undefined where it cannot be asked. */
export type FaultsOf = (data: JsonMap) => readonly SchemaFault[] | undefined;

/**
 * Reads the typed texts of a line's data as its product's schema asks for them (design 7, "Typed values"): one-line texts are
 * trimmed, and a text that says a number, a date or a time becomes one. What cannot be read stays as typed, and is a problem at
 * its path. `today` is the day that dates without a year are counted from.
 */
export function readTypedLine(
  schema: JsonMap,
  data: JsonMap,
  { faultsOf, today }: { faultsOf: FaultsOf; today: string },
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

/** The one-line texts with blanks at their ends, by path, without them. */
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

/** What a text says where ajv refuses it: a number where the schema asks for one, a day or a time by its format. */
function valueFor({ keyword, params, data: text }: SchemaFault, today: string): unknown {
  if (typeof text !== 'string') return undefined;
  if (keyword === 'type') {
    const isNumber = [params.type].flat().some((type) => type === 'number' || type === 'integer');
    return isNumber ? parsedValue(parseNumber(text)) : undefined;
  }
  const parse = keyword === 'format' ? parsers.get(String(params.format)) : undefined;
  return parse && parsedValue(parse(text, today));
}

const parsers = new Map<string, (text: string, today: string) => Parsed<string>>([
  ['date', (text, today) => parseDate(text, { today })],
  ['date-time', (text, today) => wholeMoment(parseDateTime(text, { today }))],
  ['time', parseTime],
]);

/** A day without a time is no moment: it stays as it was typed. */
const wholeMoment = (parsed: Parsed<string>): Parsed<string> =>
  parsed.status === 'value' && !parsed.value.includes('T') ? { status: 'empty' } : parsed;

function withChanges(data: JsonMap, changes: ReadonlyMap<string, unknown>): JsonMap {
  if (changes.size === 0) return data;
  const changed = copyOf(data);
  for (const [path, value] of changes) {
    const keys = keysOf(path);
    const holder = keys.slice(0, -1).reduce((inside: object, key) => Object(Reflect.get(inside, key)), changed);
    Reflect.set(holder, keys.at(-1) ?? '', value);
  }
  return changed;
}

const valueAt = (data: JsonMap, path: string): unknown => valueUnder(data, keysOf(path));
