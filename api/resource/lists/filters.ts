import { isFilterServed } from '#schemas/resource/indexes.ts';
import { isNullable, type Kind } from '#schemas/resource/kind.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { formats, isDay } from '#schemas/texts/texts.ts';
import type { Problem } from '../../errors/catalogue.ts';
import { idPattern } from '../../errors/schema-messages.ts';
import type { Filter } from '../../store/store.ts';
import { fieldNamed } from './fields.ts';
import { isInMap } from './sorts.ts';
import { textConditions } from './texts.ts';

/** One filter of a list: a field, or a field with an operator behind a dot, and the values that are asked for. */
export interface AskedFilter {
  key: string;
  path: string;
  /** None at all asks for nothing; a list without values, as of ids in JSON, is fulfilled by nothing. */
  values: unknown[] | undefined;
}

/** What can be asked about, and what is said beside the refusal of anything else. */
interface Filtered extends Pick<Resource, 'fields' | 'search'> {
  hint?: string;
  /** Whether an index finds what has a value of the field; where nothing says so, everything is. */
  isServed?: (name: string) => boolean;
  /** Whether no two records have the same of the field, or no two in one tenant. */
  isUnique?: (name: string) => boolean;
}

/** The first and the last stored value that a written one stands for. */
type Span = [unknown, unknown];

/** How the values of a kind are read. */
interface FilterKind {
  /** Undefined for what does not fit, of which `allowed` says what would. */
  read(value: unknown, field: Field): Span | undefined;
  allowed(field: Field): string;
  /** Whether one value comes after another, so that `from` and `to` mean something. */
  isOrdered: boolean;
}

const operators = ['from', 'to', 'is'] as const;
type Operator = (typeof operators)[number];

/** Of a text that is asked for; the database compares with a pattern made of it. */
const longestText = 500;

const just = (value: unknown): Span | undefined => (value === undefined ? undefined : [value, value]);

const text: FilterKind = {
  read: (value) => just(typeof value === 'string' && value.length <= longestText ? value : undefined),
  allowed: () => `Must be text of at most ${longestText} characters`,
  isOrdered: true,
};
const numeric: FilterKind = {
  read: (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return just(typeof number === 'number' && Number.isFinite(number) ? number : undefined);
  },
  allowed: () => 'Must be a number',
  isOrdered: true,
};
const hex = new RegExp(idPattern);
const reference: FilterKind = {
  read: (value) => just(typeof value === 'string' && hex.test(value) ? value : undefined),
  allowed: () => 'Must be 24 character hex string',
  isOrdered: false,
};
const choices = ({ property }: Field): string[] => {
  const allowed: unknown[] = property.enum ?? property.items?.enum ?? [];
  return allowed.filter((each) => typeof each === 'string');
};

/** How a filter on each kind of field is read; kinds without one can not be filtered by. */
const filterKinds: Record<Kind, FilterKind | null> = {
  text,
  email: text,
  phone: text,
  colour: text,
  date: {
    read: (value) => just(typeof value === 'string' && isDay(value) ? value : undefined),
    allowed: () => formats.date.message,
    isOrdered: true,
  },
  longText: null,
  markdown: null,
  number: numeric,
  integer: numeric,
  money: numeric,
  boolean: {
    read: (value) =>
      just(value === 'true' || value === true ? true : value === 'false' || value === false ? false : undefined),
    allowed: () => 'Must be true or false',
    isOrdered: false,
  },
  enum: {
    read: (value, field) =>
      just(
        typeof value === 'string'
          ? choices(field).find((each) => each.toLowerCase() === value.toLowerCase())
          : undefined,
      ),
    allowed: (field) => `Must be one of: ${choices(field).join(', ')}`,
    isOrdered: false,
  },
  dateTime: { read: momentsOf, allowed: () => 'Must be a date in ISO form', isOrdered: true },
  reference,
  list: null,
  object: null,
  map: null,
};

/** A moment is itself; a day is all of its moments, by UTC as everywhere (design 3: both ends are included). */
function momentsOf(value: unknown): Span | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(Date.parse(value))) return undefined;
  return value.length > 10 ? [value, value] : [`${value}T00:00:00.000Z`, `${value}T23:59:59.999Z`];
}

/** A list of scalars is filtered as its items are. */
function filterKindOf({ kind, name, property }: Field): FilterKind | null {
  if (name === 'id') return reference;
  if (kind !== 'list') return filterKinds[kind];
  const item = property.items ?? {};
  if (item['x-ref']) return reference;
  if (item.enum) return filterKinds.enum;
  return item.type === 'string' ? text : null;
}

/** The fields that a list can be filtered by. */
export function filterableFields({ fields, isServed = () => true }: Filtered): Field[] {
  return fields.filter((field) => filterKindOf(field) && isServed(field.name));
}

/** A resource whose lists are filtered by what an index finds; columns of a free map are of one form, which one finds. */
export function servedFilters<T extends Resource>(resource: T): T & Filtered {
  const { properties, 'x-store': { unique = [] } = {} } = resource.schema;
  const isReference = (name: string) => (properties[name]?.items ?? properties[name])?.['x-ref'] !== undefined;
  return {
    ...resource,
    isServed: (name) => isInMap(name) || isFilterServed(resource, name),
    isUnique: (name) =>
      unique.some((names) => names.includes(name) && names.every((each) => each === name || isReference(each))),
  };
}

/** What may stand behind the name of a field that a list can be filtered by. */
export function operatorsOf(field: Field): Operator[] {
  if (field.name === 'id') return [];
  return filterKindOf(field)?.isOrdered && field.kind !== 'list' ? ['from', 'to', 'is'] : ['is'];
}

/** The condition that the filters of a list make together; what is unknown or does not fit is added to `problems`. */
export function filterOf(resource: Filtered, asked: AskedFilter[], problems: Problem[]): Filter {
  const conditions = asked.flatMap((each) => conditionOf(resource, each, problems));
  return conditions.length === 0 ? {} : { $and: conditions };
}

function conditionOf(resource: Filtered, { key, path, values }: AskedFilter, problems: Problem[]): Filter[] {
  const { field, operator } = namedBy(resource, key);
  const kind = field && filterKindOf(field);
  if (!field || !kind || resource.isServed?.(field.name) === false) {
    const names = filterableFields(resource).map(({ name }) => name);
    const message = `No such filter; known: ${names.join(', ')}`;
    problems.push({ path, message: resource.hint ? `${message}. ${resource.hint}` : message });
    return [];
  }
  if (operator && !operatorsOf(field).includes(operator)) {
    const others = ['itself', ...operatorsOf(field).map((each) => `.${each}`)].join(', ');
    problems.push({ path, message: `${field.label} is not filtered by .${operator}, but by ${others}` });
    return [];
  }
  if (!values) return [];
  if (operator === 'is') return emptiness({ field, path, values }, problems);
  const spans = values.map((value): Span | undefined => {
    const mayLack = isNullable(field.property) ? [null, 'null'] : field.isRequired ? [] : [null];
    if (!operator && mayLack.some((each) => each === value)) return [null, null];
    const span = kind.read(value, field);
    const shown = typeof value === 'object' ? undefined : value;
    if (!span) problems.push({ path, value: shown, message: kind.allowed(field) });
    return span;
  });
  const read = spans.filter((span) => span !== undefined);
  if (operator) return rangeFrom({ field, path, operator }, read, problems);
  return [equalTo(resource, field, read)];
}

/** A field, else a field with an operator behind a dot: a column of a free map has dots of its own. */
function namedBy(resource: Filtered, key: string): { field?: Field | undefined; operator?: Operator } {
  const exact = fieldNamed(resource, key);
  if (exact) return { field: exact };
  const operator = operators.find((each) => key.endsWith(`.${each}`));
  return operator ? { field: fieldNamed(resource, key.slice(0, -operator.length - 1)), operator } : {};
}

function rangeFrom(
  { field, path, operator }: { field: Field; path: string; operator: 'from' | 'to' },
  spans: Span[],
  problems: Problem[],
): Filter[] {
  if (spans.length > 1) problems.push({ path, message: 'Takes one value' });
  return spans.slice(0, 1).map(([first, last]) => ({
    [field.name]: operator === 'from' ? { $gte: first } : { $lte: last },
  }));
}

const states = ['empty', 'any'];

/** Records without a value of the field, or those with one. */
function emptiness(
  { field, path, values }: { field: Field; path: string; values: unknown[] },
  problems: Problem[],
): Filter[] {
  const [state, ...others] = values;
  if (typeof state !== 'string' || !states.includes(state) || others.length > 0) {
    problems.push({ path, message: `Must be one of: ${states.join(', ')}` });
    return [];
  }
  const isText = filterKindOf(field) === text;
  if (field.kind === 'list')
    return [{ [state === 'empty' ? '$or' : '$nor']: [{ [field.name]: null }, { [field.name]: { $size: 0 } }] }];
  return [{ [field.name]: { [state === 'empty' ? '$in' : '$nin']: isText ? [null, ''] : [null] } }];
}

function equalTo({ search, isUnique }: Filtered, field: Field, spans: Span[]): Filter {
  const name = field.name === 'id' ? '_id' : field.name;
  const wide = spans.filter(([first, last]) => first !== last).map(([$gte, $lte]) => ({ [name]: { $gte, $lte } }));
  const values = spans.filter(([first, last]) => first === last).map(([value]) => value);
  const isText = filterKindOf(field) === text;
  const texts = isText ? values.filter((each) => typeof each === 'string') : [];
  const exact = isText ? values.filter((each) => typeof each !== 'string') : values;
  const found = { isSearched: search.includes(name), isUnique: isUnique?.(name) ?? false, isInMap: isInMap(name) };
  const conditions = [
    ...wide,
    ...textConditions({ name, ...found }, texts),
    ...(exact.length > 0 || spans.length === 0 ? [{ [name]: exact.length === 1 ? exact[0] : { $in: exact } }] : []),
  ];
  return conditions.length === 1 ? (conditions[0] ?? {}) : { $or: conditions };
}
