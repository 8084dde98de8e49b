import type { Kind } from '#schemas/resource/kind.ts';
import { isNullable } from '#schemas/resource/kind.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import type { Problem } from '../../errors/catalogue.ts';
import { idPattern } from '../../errors/schema-messages.ts';
import type { Filter } from '../../store/store.ts';
import { hinted, type VisibleResource } from './visible-resource.ts';

interface AskedFilter {
  key: string;
  path: string;
  values: unknown[];
}

/** What a value of a filter becomes; undefined when it does not fit, `allowed` says what would. */
interface FilterKind {
  read(value: unknown, field: Field): unknown;
  allowed(field: Field): string;
}

const text: FilterKind = {
  read: (value) => (typeof value === 'string' ? value : undefined),
  allowed: () => 'Must be text',
};
const numeric: FilterKind = {
  read: (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  },
  allowed: () => 'Must be a number',
};
const hex = new RegExp(idPattern);
const reference: FilterKind = {
  read: (value) => (typeof value === 'string' && hex.test(value) ? value : undefined),
  allowed: () => 'Must be 24 character hex string',
};
const choices = ({ property }: Field): string[] => {
  const allowed: unknown[] = property.enum ?? property.items?.enum ?? [];
  return allowed.filter((each) => typeof each === 'string');
};

/** How a filter on each kind of field is read; kinds without one can not be filtered by. */
const filterKinds: Record<Kind, FilterKind | null> = {
  text,
  email: text,
  longText: null,
  markdown: null,
  number: numeric,
  integer: numeric,
  boolean: {
    read: (value) =>
      value === 'true' || value === true ? true : value === 'false' || value === false ? false : undefined,
    allowed: () => 'Must be true or false',
  },
  enum: {
    read: (value, field) =>
      typeof value === 'string' ? choices(field).find((each) => each.toLowerCase() === value.toLowerCase()) : undefined,
    allowed: (field) => `Must be one of: ${choices(field).join(', ')}`,
  },
  dateTime: {
    read: (value) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))
        ? value
        : undefined,
    allowed: () => 'Must be a date in ISO form',
  },
  reference,
  list: null,
  object: null,
  map: null,
};

/** A list of scalars is filtered as its items are. */
function filterKindOf({ kind, property }: Field): FilterKind | null {
  if (kind !== 'list') return filterKinds[kind];
  const item = property.items ?? {};
  if (item['x-ref']) return reference;
  if (item.enum) return filterKinds.enum;
  return item.type === 'string' ? text : null;
}

/**
 * The field that a query key names: itself; for references `client` as `clientId` and the other way round (design 3); a
 * column of a free map also without the map's name.
 */
export function fieldNamed({ fields }: Resource, key: string): Field | undefined {
  const exact = fields.find(({ name }) => name === key);
  if (exact) return exact;
  const other = fields.find(({ name, kind }) => kind === 'reference' && (name === `${key}Id` || `${name}Id` === key));
  return other ?? fields.find(({ name }) => name.includes('.') && name.slice(name.indexOf('.') + 1) === key);
}

/** The fields that a list can be filtered by. */
export function filterableFields({ fields }: Resource): Field[] {
  return fields.filter((field) => field.name === 'id' || filterKindOf(field));
}

/** The condition that the filters of a list make together; what is unknown or does not fit is added to `problems`. */
export function filterOf(resource: VisibleResource, asked: AskedFilter[], problems: Problem[]): Filter {
  const conditions = asked.flatMap(({ key, path, values }) => {
    const field = fieldNamed(resource, key);
    const kind = field && (field.name === 'id' ? reference : filterKindOf(field));
    if (!field || !kind) {
      const known = filterableFields(resource).map(({ name }) => name);
      problems.push({ path, message: hinted(resource, `No such filter; known: ${known.join(', ')}`) });
      return [];
    }
    const read = values.map((value) => {
      if ((value === null || value === 'null') && isNullable(field.property)) return null;
      const fit = kind.read(value, field);
      if (fit === undefined)
        problems.push({ path, value: typeof value === 'object' ? undefined : value, message: kind.allowed(field) });
      return fit;
    });
    return [{ [field.name === 'id' ? '_id' : field.name]: read.length === 1 ? read[0] : { $in: read } }];
  });
  return conditions.length === 0 ? {} : { $and: conditions };
}
