import { DateTime } from 'luxon';
import { isFilterIndexed } from '#schemas/resource/indexes.ts';
import { isNullable, type PropertyKind } from '#schemas/resource/kind.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { dateMessage, parseDate, parseDateTime } from '#schemas/typed-values/parse-date.ts';
import { numberMessage, parseNumber } from '#schemas/typed-values/parse-number.ts';
import { parsedValue } from '#schemas/typed-values/parsed.ts';
import { type DayRange, relativeDays } from '#schemas/typed-values/relative-days.ts';
import { now } from '../../../platform/clock/clock.ts';
import type { Problem } from '../../../platform/errors/catalogue.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { searchFilter, wordFilter } from '../../store/search.ts';
import type { Filter } from '../../store/store.ts';
import { isMapColumn, resolveField } from './sorts.ts';

/** One query filter: a field, or a field with a filter operator after a dot, and its values. */
export interface FilterInput {
  key: string;
  path: string;
  /** Undefined: an empty filter, which is ignored. An empty list (of ids in JSON) matches nothing. */
  values: unknown[] | undefined;
  /** The original text before it was split at commas. */
  text?: string;
}

/** The fields that can be filtered by, and a hint for the error about any other. */
interface FilterableResource extends Pick<Resource, 'fields' | 'search'> {
  hint?: string;
  /** Whether an index supports a filter on the field; by default for all. */
  isIndexed?: (name: string) => boolean;
  /** Whether values of the field are unique, globally or within a tenant. */
  isUnique?: (name: string) => boolean;
}

/** The first and last stored value that a written value stands for. */
type Span = [unknown, unknown];

/** A parsed filter value: a span, or a message that says what is accepted. */
type ReadValue = { span: Span } | { message: string };

/** The days that dates in filters mean. */
interface Calendar {
  /** Resolves relative dates, and supplies the year for dates without one. */
  today: string;
  /** The time zone in which days begin and end; undefined for UTC. */
  timeZone: string | undefined;
}

/** How to parse filter values of a kind, and how they are compared. */
interface FilterKind {
  read(value: unknown, field: Field, calendar: Calendar): ReadValue;
  /** Whether the values are ordered, so that `from` and `to` make sense. */
  isOrdered: boolean;
  /** Machine-written values. A comma list of other values may be a single value: `$2,000.50`, `March 31, 2026`. */
  isPlain?: RegExp;
}

const operators = ['from', 'to', 'is', 'not', 'contains'] as const;
type Operator = (typeof operators)[number];

/** A condition of a list, and which part of it an index narrows (design 3). */
interface ListFilter {
  /** The whole condition. */
  filter: Filter;
  /** The part of it that an index narrows. */
  indexed: Filter;
  /** The keys and labels of the filters that only reading the records can answer. */
  unindexed: { path: string; label: string }[];
  /** The fields that have one value, or a list of values, in the whole list. */
  fixed: string[];
}

/** Maximum length of a text filter, which becomes a regular expression for the database. */
const maxTextLength = 500;

const exactValue = (value: unknown, message: string): ReadValue =>
  value === undefined ? { message } : { span: [value, value] };

const text: FilterKind = {
  read: (value) =>
    exactValue(
      typeof value === 'string' && value.length <= maxTextLength ? value : undefined,
      `Must be text of at most ${maxTextLength} characters`,
    ),
  isOrdered: true,
};
const numeric: FilterKind = {
  read: (value) => {
    if (typeof value !== 'string') return exactValue(Number.isFinite(value) ? value : undefined, numberMessage);
    const parsed = parseNumber(value);
    return exactValue(parsedValue(parsed), parsed.status === 'problem' ? parsed.message : numberMessage);
  },
  isOrdered: true,
  isPlain: /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
};
const date: FilterKind = {
  read: (value, { name, kind }, { today, timeZone }) => {
    if (typeof value !== 'string') return { message: dateMessage };
    const relative = relativeDays(value, today);
    if (relative) return { span: kind === 'dateTime' ? timesOf(relative, name, timeZone) : relative };
    const parsed = kind === 'dateTime' ? parseDateTime(value, { today }) : parseDate(value, { today });
    if (parsed.status !== 'value') return { message: parsed.status === 'problem' ? parsed.message : dateMessage };
    const { value: found } = parsed;
    if (kind !== 'dateTime' || found.length > isoDay) return { span: [found, found] };
    return { span: timesOf([found, found], name, timeZone) };
  },
  isOrdered: true,
  isPlain: /^\d{4}-\d\d-\d\d|^[a-z]+(?:_[a-z]+)?$|^-?\d+[dwmy]$/,
};

/** The current day in a time zone, in UTC without one: '2026-03-31'. */
export const todayIn = (timeZone: string | undefined): string =>
  DateTime.fromJSDate(now(), { zone: timeZone ?? 'UTC' }).toISODate() ?? '';

/**
 * All times of the days from first to last (design 3: both ends are included). In UTC a form value may be a day only,
 * which is the first of its times.
 */
function timesOf([first, last]: DayRange, name: string, timeZone: string | undefined): Span {
  if (timeZone === undefined) return [isMapColumn(name) ? first : `${first}T00:00:00.000Z`, `${last}T23:59:59.999Z`];
  const [from, to] = [first, last].map((day) => DateTime.fromISO(day, { zone: timeZone }));
  return [from?.startOf('day').toUTC().toISO(), to?.endOf('day').toUTC().toISO()];
}
/** Length of 2026-03-31. */
const isoDay = 10;
const hex = new RegExp(idPattern);
const reference: FilterKind = {
  read: (value) =>
    exactValue(typeof value === 'string' && hex.test(value) ? value : undefined, 'Must be 24 character hex string'),
  isOrdered: false,
};
const choices = ({ property }: Field): string[] => {
  const allowed: unknown[] = property.enum ?? property.items?.enum ?? [];
  return allowed.filter((each) => typeof each === 'string');
};

/** Filter parser for each kind of field; null for kinds without filters. */
const filterKinds: Record<PropertyKind, FilterKind | null> = {
  text,
  email: text,
  phone: text,
  colour: text,
  date,
  dateTime: date,
  longText: null,
  markdown: null,
  number: numeric,
  integer: numeric,
  money: numeric,
  boolean: {
    read: (value) =>
      exactValue(
        value === 'true' || value === true ? true : value === 'false' || value === false ? false : undefined,
        'Must be true or false',
      ),
    isOrdered: false,
  },
  enum: {
    read: (value, field) => {
      const known = choices(field);
      const requested = typeof value === 'string' ? value.toLowerCase() : undefined;
      return exactValue(
        known.find((each) => each.toLowerCase() === requested),
        `Must be one of: ${known.join(', ')}`,
      );
    },
    isOrdered: false,
  },
  reference,
  list: null,
  object: null,
  map: null,
};

/** The filter kind of a field. A list of scalars is filtered by its items. */
function filterKindOf({ kind, name, property }: Field): FilterKind | null {
  if (name === 'id') return reference;
  if (kind !== 'list') return filterKinds[kind];
  const item = property.items ?? {};
  if (item['x-ref']) return reference;
  if (item.enum) return filterKinds.enum;
  if (item.type !== 'string') return null;
  return item.format === 'date' ? date : text;
}

/** The fields that a list can be filtered by. */
export function filterableFields({ fields }: FilterableResource): Field[] {
  return fields.filter((field) => filterKindOf(field));
}

/** Adds to a resource which of its filters an index supports. */
export function withIndexes<T extends Resource & { hasServedColumns?: boolean }>(resource: T): T & FilterableResource {
  const { properties, 'x-store': { unique = [] } = {} } = resource.schema;
  const isReference = (name: string) => (properties[name]?.items ?? properties[name])?.['x-ref'] !== undefined;
  return {
    ...resource,
    isIndexed: (name) => (isMapColumn(name) ? resource.hasServedColumns === true : isFilterIndexed(resource, name)),
    isUnique: (name) =>
      unique.some((names) => names.includes(name) && names.every((each) => each === name || isReference(each))),
  };
}

/** The operators that a filterable field supports. */
export function operatorsOf(field: Field): Operator[] {
  if (field.name === 'id') return [];
  const kind = filterKindOf(field);
  const ranges = kind?.isOrdered && field.kind !== 'list' ? (['from', 'to'] as const) : [];
  return [...ranges, 'is', 'not', ...(kind === text ? (['contains'] as const) : [])];
}

/** Combines the filters of a list into one condition (AND). Unknown or invalid ones are added to `problems`. */
export function buildFilter(resource: FilterableResource, requested: FilterInput[], problems: Problem[]): Filter {
  return buildListFilter(resource, requested, { problems }).filter;
}

interface FilterContext {
  /** Where unknown or invalid filters are added. */
  problems: Problem[];
  /** The time zone of days; by default UTC. */
  timeZone?: string | undefined;
}

/** The same, with the part of the condition that an index narrows. */
export function buildListFilter(
  resource: FilterableResource,
  requested: FilterInput[],
  context: FilterContext,
): ListFilter {
  const found = requested.flatMap((each) => conditionOf(resource, each, context) ?? []);
  const indexed = found.filter((each) => each.isIndexed);
  return {
    filter: allOf(found.map(({ condition }) => condition)),
    indexed: allOf(indexed.map(({ condition }) => condition)),
    unindexed: found.filter((each) => !each.isIndexed).map(({ path, label }) => ({ path, label })),
    fixed: found.flatMap(({ fixes }) => fixes ?? []),
  };
}

const allOf = (conditions: Filter[]): Filter => (conditions.length === 0 ? {} : { $and: conditions });

/** The key of groups of filters, of which one must match. */
export const anyKey = 'any';
/** The most groups of one `any` filter. */
const maxGroups = 10;

/**
 * The condition of an `any` filter: a list of groups, each an object of filters by key; a record matches if it matches
 * all filters of one group. An index narrows it only if it narrows each group.
 */
export function buildAnyFilter(
  resource: FilterableResource,
  groups: FilterInput[][],
  { path, ...context }: FilterContext & { path: string },
): Omit<ListFilter, 'fixed'> {
  if (groups.length > maxGroups) context.problems.push({ path, message: `Must be at most ${maxGroups} groups` });
  const filters = groups
    .slice(0, maxGroups)
    .map((group) => buildListFilter(resource, group, context))
    .filter(({ filter }) => Object.keys(filter).length > 0);
  if (filters.length === 0) return { filter: {}, indexed: {}, unindexed: [] };
  const isIndexed = filters.every(({ indexed }) => Object.keys(indexed).length > 0);
  return {
    filter: { $or: filters.map(({ filter }) => filter) },
    indexed: isIndexed ? { $or: filters.map(({ indexed }) => indexed) } : {},
    unindexed: isIndexed ? filters.flatMap(({ unindexed }) => unindexed) : [{ path, label: 'Any of' }],
  };
}

/** The condition of one filter. */
interface ReadCondition {
  condition: Filter;
  path: string;
  label: string;
  isIndexed: boolean;
  /** The field that it fixes to its values. */
  fixes?: string;
}

function conditionOf(
  resource: FilterableResource,
  requested: FilterInput,
  { problems, timeZone }: FilterContext,
): ReadCondition | undefined {
  const { key, path } = requested;
  const { field, operator } = namedBy(resource, key);
  const kind = field && filterKindOf(field);
  if (!field || !kind) {
    const names = filterableFields(resource).map(({ name }) => name);
    const message = `No such filter; known: ${[...names, anyKey].join(', ')}`;
    problems.push({ path, message: resource.hint ? `${message}. ${resource.hint}` : message });
    return undefined;
  }
  if (operator && !operatorsOf(field).includes(operator)) {
    const others = ['itself', ...operatorsOf(field).map((each) => `.${each}`)].join(', ');
    problems.push({ path, message: `${field.label} cannot be filtered by .${operator}, only by ${others}` });
    return undefined;
  }
  const hasIndex = resource.isIndexed?.(field.name) ?? true;
  const served = { path, label: field.label, isIndexed: hasIndex };
  const calendar = { today: todayIn(timeZone), timeZone };
  const values = wholeValues(requested, (value) => kind.read(value, field, calendar), kind.isPlain);
  if (!values) return undefined;
  if (operator === 'is') return conditionOrNone(served, emptiness({ field, path, values }, problems));
  if (operator === 'contains')
    return conditionOrNone({ ...served, isIndexed: false }, containing({ field, path, values }, problems));
  const read = values.flatMap((value): Span[] => {
    const mayLack = isNullable(field.property) ? [null, 'null'] : field.isRequired ? [] : [null];
    if (operator !== 'from' && operator !== 'to' && mayLack.some((each) => each === value)) return [[null, null]];
    const found = kind.read(value, field, calendar);
    if ('span' in found) return [found.span];
    problems.push({ path, value: typeof value === 'object' ? undefined : value, message: found.message });
    return [];
  });
  if (operator === 'from' || operator === 'to')
    return conditionOrNone(served, rangeFrom({ field, path, operator }, read, problems));
  if (operator !== 'not') return { ...served, condition: equalTo(resource, field, read), fixes: field.name };
  const others = otherValues(field, read);
  return others
    ? { ...served, condition: { [field.name]: { $in: others } }, fixes: field.name }
    : { ...served, isIndexed: false, condition: { $nor: [equalTo(resource, field, read)] } };
}

const conditionOrNone = (served: Omit<ReadCondition, 'condition'>, [condition]: Filter[]): ReadCondition | undefined =>
  condition ? { ...served, condition } : undefined;

/** The values of an enum that are not excluded, which an index can find; undefined for other fields. */
function otherValues({ kind, property, isRequired }: Field, excluded: Span[]): unknown[] | undefined {
  const isAlwaysSet = isRequired || (property.default !== undefined && property.default !== null);
  if (kind !== 'enum' || !isAlwaysSet) return undefined;
  return property.enum?.filter((each) => !excluded.some(([value]) => value === each));
}

/** Condition for texts that contain one of the values, without regard to case. */
function containing(
  { field, path, values }: { field: Field; path: string; values: unknown[] },
  problems: Problem[],
): Filter[] {
  const texts = values.filter((each) => typeof each === 'string' && each.length <= maxTextLength);
  if (texts.length < values.length || texts.length === 0) {
    problems.push({ path, message: `Must be text of at most ${maxTextLength} characters` });
    return [];
  }
  const found = texts.map((each) => ({ [field.name]: caseInsensitive(escapeRegExp(String(each))) }));
  return [found.length === 1 ? (found[0] ?? {}) : { $or: found }];
}

/** The values of a comma list, or the whole text as one value if it parses as one that contains commas. */
function wholeValues(
  { values, text: whole }: FilterInput,
  read: (value: string) => ReadValue,
  isPlain: RegExp | undefined,
): unknown[] | undefined {
  if (!isPlain || !values || values.length < 2 || whole === undefined) return values;
  if (values.every((value) => isPlain.test(String(value)))) return values;
  return 'span' in read(whole) ? [whole] : values;
}

/**
 * Resolves a filter key to a field, or to a field and an operator after a dot. Columns of a free-form map contain dots
 * themselves.
 */
function namedBy(resource: FilterableResource, key: string): { field?: Field | undefined; operator?: Operator } {
  const exact = resolveField(resource, key);
  if (exact) return { field: exact };
  const operator = operators.find((each) => key.endsWith(`.${each}`));
  return operator ? { field: resolveField(resource, key.slice(0, -operator.length - 1)), operator } : {};
}

function rangeFrom(
  { field, path, operator }: { field: Field; path: string; operator: 'from' | 'to' },
  spans: Span[],
  problems: Problem[],
): Filter[] {
  if (spans.length > 1) problems.push({ path, message: 'Must be a single value' });
  return spans.slice(0, 1).map(([first, last]) => ({
    [field.name]: operator === 'from' ? { $gte: first } : { ...(isDateText(field) ? { $gt: '' } : {}), $lte: last },
  }));
}

/** Whether dates are stored as strings; then an empty string means no date. */
const isDateText = ({ name, kind }: Field): boolean => kind === 'date' || (kind === 'dateTime' && isMapColumn(name));

const states = ['empty', 'any'];

/** Condition for records without a value of the field, or with one. */
function emptiness(
  { field, path, values }: { field: Field; path: string; values: unknown[] },
  problems: Problem[],
): Filter[] {
  const [state, ...others] = values;
  if (typeof state !== 'string' || !states.includes(state) || others.length > 0) {
    problems.push({ path, message: `Must be one of: ${states.join(', ')}` });
    return [];
  }
  const isText = filterKindOf(field) === text || isDateText(field);
  if (field.kind === 'list')
    return [{ [state === 'empty' ? '$or' : '$nor']: [{ [field.name]: null }, { [field.name]: { $size: 0 } }] }];
  return [{ [field.name]: { [state === 'empty' ? '$in' : '$nin']: isText ? [null, ''] : [null] } }];
}

function equalTo({ search, isUnique, isIndexed }: FilterableResource, field: Field, spans: Span[]): Filter {
  const name = field.name === 'id' ? '_id' : field.name;
  const wide = spans.filter(([first, last]) => first !== last).map(([$gte, $lte]) => ({ [name]: { $gte, $lte } }));
  const values = spans.filter(([first, last]) => first === last).map(([value]) => value);
  const isText = filterKindOf(field) === text;
  const texts = isText ? values.filter((each) => typeof each === 'string') : [];
  const exact = isText ? values.filter((each) => typeof each !== 'string') : values;
  const found = {
    isSearched: search.includes(name),
    isUnique: isUnique?.(name) ?? false,
    isInMap: isMapColumn(name),
    isIndexed: isIndexed?.(name) ?? true,
  };
  const conditions = [
    ...wide,
    ...textFilterConditions({ name, ...found }, texts),
    ...(exact.length > 0 || spans.length === 0 ? [{ [name]: exact.length === 1 ? exact[0] : { $in: exact } }] : []),
  ];
  return conditions.length === 1 ? (conditions[0] ?? {}) : { $or: conditions };
}

/** How a text field can be searched with an index. */
interface TextField {
  name: string;
  /** The field is part of the record's search words. */
  isSearched: boolean;
  /** Values are unique codes, which match as a whole only. */
  isUnique: boolean;
  /** The field is in a free-form map, whose list another index has already narrowed. */
  isInMap: boolean;
  /** An index supports exact comparisons. */
  isIndexed: boolean;
}

/**
 * Case-insensitive conditions for a text filter, of which one must hold (design 3). Free text matches by consecutive
 * words, the last one by its prefix. Codes and group names match as a whole. Searched fields use the word index; others
 * with an index compare exactly with common spellings, because their index is case-sensitive.
 */
function textFilterConditions(
  { name, isSearched, isUnique, isInMap, isIndexed }: TextField,
  texts: string[],
): Filter[] {
  if (isInMap) return texts.map((text) => ({ [name]: caseInsensitive(wordPrefixPattern(text)) }));
  if (!isSearched && !isIndexed) return texts.map((text) => ({ [name]: caseInsensitive(`^${escapeRegExp(text)}$`) }));
  if (!isSearched) return texts.length > 0 ? [{ [name]: { $in: [...new Set(texts.flatMap(spellings))] } }] : [];
  return texts.map((text) =>
    isUnique
      ? { $and: [wordFilter(text), { [name]: caseInsensitive(`^${escapeRegExp(text)}$`) }] }
      : { $and: [searchFilter(text), { [name]: caseInsensitive(wordPrefixPattern(text)) }] },
  );
}

/**
 * A case-insensitive regular expression. The `u` flag covers letters of all scripts when JavaScript matches values of a
 * part's list.
 */
const caseInsensitive = (pattern: string) => ({ $regex: pattern, $options: 'iu' });

const wordPrefixPattern = (text: string): string =>
  `(^|[^\\p{L}\\p{N}])${text.trim().split(/\s+/).map(escapeRegExp).join('\\s+')}`;

const escapeRegExp = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');

function spellings(text: string): string[] {
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
  return [text, lower, upper, `${upper.charAt(0)}${lower.slice(1)}`];
}
