import { IANAZone } from 'luxon';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { findExcess } from '../../../platform/errors/body-limits.ts';
import type { Problem } from '../../../platform/errors/catalogue.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';
import { columnsOf } from './columns.ts';
import { populateNames } from './populate.ts';
import { sortableNames } from './sorts.ts';

/** The two list dialects: separate parameters, or those of react-admin's simple REST provider (design 3). */
export type Dialect = 'page' | 'simple';

/** The parsed value of each list parameter. */
interface Values {
  page: number;
  limit: number;
  range: [number, number];
  after: string;
  search: string;
  filter: Record<string, unknown>;
  sort: string[];
  populate: string[];
  columns: string[];
  sum: string[];
  filterTimeZone: string;
  timeZone: string;
}

interface Parameter<T> {
  dialects: Dialect[];
  /** A pagination parameter; exports, which contain all pages, reject it. */
  isPagination?: true;
  /** A parameter of exports only; pages reject it. */
  isExport?: true;
  /** OpenAPI description. `expansion` is the expansion that a single record offers. */
  schema: (resource: Resource, expansion?: string) => JsonSchema;
  /** Parses the value; undefined for an invalid text. */
  read: (text: string, dialect: Dialect) => T | undefined;
  /** Error message for an invalid value. */
  errorMessage: string;
}

/** Maximum number of rows per page in each dialect (design 3). */
export const maxPageSize = { page: 200, simple: 1_000 } satisfies Record<Dialect, number>;
export const defaultLimit = 20;
/**
 * The last row that page numbers can reach. Deeper offsets get slower; `after` (keyset pagination) does not (design 3).
 */
export const maxOffset = 10_000;

const both: Dialect[] = ['page', 'simple'];
const names = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

const readTimeZone = (text: string) => (IANAZone.isValidZone(text) ? text : undefined);
/** Error message for an unknown time zone. */
export const timeZoneMessage = 'Must be an IANA time zone such as America/New_York';

/** All list parameters: parsing, documentation and error messages come from this table. */
export const listParameterTable: { [Key in keyof Values]: Parameter<Values[Key]> } = {
  page: {
    dialects: ['page'],
    isPagination: true,
    schema: () => ({
      type: 'integer',
      minimum: 1,
      default: 1,
      description: 'Pages are limited to the first 10,000 rows. Use `after` beyond that.',
    }),
    read: (text) => parseInteger(text, maxOffset),
    errorMessage: `Must be a whole number from 1 to ${maxOffset}`,
  },
  limit: {
    dialects: ['page'],
    isPagination: true,
    schema: () => ({ type: 'integer', minimum: 1, maximum: maxPageSize.page, default: defaultLimit }),
    read: (text) => parseInteger(text, maxPageSize.page),
    errorMessage: `Must be a whole number from 1 to ${maxPageSize.page}`,
  },
  range: {
    dialects: ['simple'],
    isPagination: true,
    schema: () => ({
      type: 'string',
      description: `react-admin's dialect: [first, last], with at most ${maxPageSize.simple} rows. Cannot be combined with page, limit or filters.`,
      examples: ['[0,24]'],
    }),
    read: json(rangeOf),
    errorMessage: `Must be [first, last] with at most ${maxPageSize.simple} rows`,
  },
  after: {
    dialects: both,
    isPagination: true,
    schema: () => ({
      type: 'string',
      description:
        'Cursor: the `next` of the previous page (header X-Next in react-admin’s dialect) with the same filters and sort. Replaces page and has no depth limit.',
    }),
    read: (text) => text,
    errorMessage: '',
  },
  search: {
    dialects: ['page'],
    schema: ({ search }) => ({
      type: 'string',
      description:
        search.length > 0
          ? `Matches the beginnings of words in: ${search.join(', ')}.`
          : 'This resource has no searchable fields.',
    }),
    read: (text) => text,
    errorMessage: '',
  },
  filter: {
    dialects: ['simple'],
    schema: () => ({
      type: 'string',
      description:
        "react-admin's dialect: a JSON object by field name. q is the search, id can be a list; from, to, is, not and contains are keys in an object of the field.",
      examples: ['{"q":"bread","updatedAt":{"from":"2026-01-01"}}'],
    }),
    read: json((value) => (isRecord(value) ? { ...value } : undefined)),
    errorMessage: 'Must be an object',
  },
  sort: {
    dialects: both,
    schema: (resource) => ({
      type: 'string',
      description: `Comma-separated list of fields, descending with a leading -: one of ${sortableNames(resource).join('; ')}. A sort or filter without an index is limited to 10,000 records that the other filters leave. In react-admin's dialect JSON such as ["name","ASC"].`,
      examples: [resource.sort],
    }),
    read: (text, dialect) => (dialect === 'page' ? names(text) : json(orderOf)(text)),
    errorMessage: 'Must be ["field", "ASC" or "DESC"]',
  },
  populate: {
    dialects: both,
    schema: (resource, expansion) => {
      const known = populateNames(resource, expansion);
      return {
        type: 'string',
        description:
          known.length > 0
            ? `References to return as records, as a comma-separated list of: ${known.join(', ')}.`
            : 'This resource has no references.',
      };
    },
    read: names,
    errorMessage: '',
  },
  columns: {
    dialects: both,
    schema: (resource) => ({
      type: 'string',
      description: `Fields to return besides id and revision, as a comma-separated list of: ${columnsOf(resource)
        .map(({ name }) => name)
        .join(', ')}. An object selects all of its fields. Rows omit all other fields, even required ones.`,
      examples: [wholeColumns(resource).join(',')],
    }),
    read: names,
    errorMessage: '',
  },
  sum: {
    dialects: both,
    isPagination: true,
    schema: (resource) => ({
      type: 'string',
      description: `Amounts to add up over all matches, as a comma-separated list of: ${summableNames(resource).join(', ')}. The sums are in the page's \`sums\`, or the header X-Sums in react-admin's dialect; absent beyond 10,000 matches.`,
    }),
    read: names,
    errorMessage: '',
  },
  filterTimeZone: {
    dialects: both,
    schema: () => ({
      type: 'string',
      description: 'IANA time zone of the days and relative dates in filters. Without it, days begin and end in UTC.',
      examples: ['America/New_York'],
    }),
    read: readTimeZone,
    errorMessage: timeZoneMessage,
  },
  timeZone: {
    dialects: both,
    isExport: true,
    schema: () => ({
      type: 'string',
      description:
        'IANA time zone. Dates are M/D/YYYY and moments M/D/YYYY h:mm in this zone, as Excel reads them. Without it, ISO in UTC.',
      examples: ['America/New_York'],
    }),
    read: readTimeZone,
    errorMessage: timeZoneMessage,
  },
};

/** The fields whose values can be added up. */
export const summableNames = ({ fields }: Pick<Resource, 'fields'>): string[] =>
  fields.filter(({ kind }) => kind === 'money').map(({ name }) => name);

/** The columns that an example row contains. */
function wholeColumns(resource: Resource): string[] {
  const { fields, columns } = resource;
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const exampleNames = new Set([...columns, ...required, 'createdAt', 'updatedAt']);
  return columnsOf(resource)
    .map(({ name }) => name)
    .filter((name) => exampleNames.has(name) || exampleNames.has(name.split('.')[0] ?? ''));
}

type Key = keyof Values;
export const isParameter = (key: string): key is Key => Object.hasOwn(listParameterTable, key);

/** Creates the reader of a request's parameters. Invalid ones are added to `problems` and read as undefined. */
export function parameterReader(texts: Record<string, string>, dialect: Dialect, problems: Problem[]) {
  return <Name extends Key>(key: Name): Values[Name] | undefined => {
    const text = texts[key];
    if (text === undefined) return undefined;
    const { read, errorMessage } = listParameterTable[key];
    const value = read(text, dialect);
    if (value === undefined) problems.push({ path: `/${key}`, value: text, message: errorMessage });
    return value;
  };
}

/** Detects the dialect of a query: react-admin's if it has one of its keys or a JSON sort. */
export function detectDialect(query: Record<string, unknown>): Dialect {
  const isSimple = (key: string) => isParameter(key) && !listParameterTable[key].dialects.includes('page');
  return Object.keys(query).some(isSimple) || String(query.sort ?? '').startsWith('[') ? 'simple' : 'page';
}

function parseInteger(text: string, max: number): number | undefined {
  const value = /^[0-9]{1,12}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : undefined;
}

/** Wraps a parser for JSON texts. */
function json<T>(read: (value: unknown) => T | undefined): (text: string) => T | undefined {
  return (text) => {
    try {
      const value: unknown = JSON.parse(text);
      return findExcess(value) ? undefined : read(value);
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  };
}

/** Parses the first and last row. */
function rangeOf(value: unknown): [number, number] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [first, last]: unknown[] = value;
  if (typeof first !== 'number' || typeof last !== 'number') return undefined;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return undefined;
  return first >= 0 && last >= first && last - first < maxPageSize.simple ? [first, last] : undefined;
}

/** Parses a field and direction in react-admin's format. */
function orderOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length !== 2 || typeof value[0] !== 'string') return undefined;
  if (value[1] === 'ASC') return names(value[0]);
  return value[1] === 'DESC' ? names(value[0]).map((name) => `-${name}`) : undefined;
}
