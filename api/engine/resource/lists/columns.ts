import { type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { type Field, fieldsOf, type Resource, rowOmits } from '#schemas/resource/resource.ts';
import type { Problem } from '../../../platform/errors/catalogue.ts';
import { resolveField } from './sorts.ts';
import { type VisibleResource, withHint } from './visible-resource.ts';

/**
 * A column that lists and exports can select (field projection): a value of the record, or one inside its objects
 * and lists.
 */
export interface Column {
  /** Name in the `columns` parameter: 'name', 'businessAddress.city', 'products.key'. */
  name: string;
  /** Label: 'Business address: City'. */
  label: string;
  kind: PropertyKind;
  /** The kind of its values: of the items of a list, otherwise `kind`. */
  valueKind: PropertyKind;
  /** Minimum number of decimals. */
  decimals?: number;
  /** The resource that its values reference. */
  refersTo?: string;
  /** Another column that usually has the same value. This one is written only where it differs. */
  unlike?: string;
  /** A free-form map, included only on request. */
  isFree: boolean;
  /** Hidden in the UI, and therefore not among the default columns. */
  isHidden: boolean;
}

/** All columns of a resource, with those inside objects and list items. */
export function columnsOf({ fields, name }: Resource): Column[] {
  return fields.flatMap((field) => columnsAt(field, { path: name, prefix: '', heading: '' }));
}

interface Position {
  path: string;
  prefix: string;
  heading: string;
}

function columnsAt({ name, label, kind, property, decimals }: Field, { path, prefix, heading }: Position): Column[] {
  const item = kind === 'list' ? (property.items ?? {}) : property;
  const itemKind = propertyKindOf(item, `${path}/${name}`);
  const full = `${prefix}${name}`;
  const title = `${heading}${label}`;
  if (itemKind === 'object') {
    const inside = fieldsOf(item, `${path}/${name}`);
    return inside.flatMap((each) =>
      columnsAt(each, { path: `${path}/${name}`, prefix: `${full}.`, heading: `${title}: ` }),
    );
  }
  const refersTo = item['x-ref'];
  const minDecimals = itemKind === 'money' ? Math.max(2, decimals ?? 2) : decimals;
  return [
    {
      name: full,
      label: title,
      kind,
      valueKind: itemKind,
      ...(refersTo ? { refersTo } : {}),
      ...(property['x-unlike'] ? { unlike: `${prefix}${property['x-unlike']}` } : {}),
      ...(minDecimals === undefined ? {} : { decimals: minDecimals }),
      isFree: itemKind === 'map',
      isHidden: property['x-admin']?.widget === 'hidden',
    },
  ];
}

/**
 * Resolves the `columns` parameter in its order. The name of an object or list of objects selects everything inside it.
 * Unknown names are added to `problems`.
 */
export function selectColumns(resource: VisibleResource, names: string[], problems: Problem[]): Column[] {
  const known = columnsOf(resource);
  const chosen = new Set<Column>();
  for (const name of names) {
    const full = resolveField(resource, name)?.name ?? name;
    const found = known.filter((each) => each.name === full || (each.name.startsWith(`${full}.`) && !each.isFree));
    for (const each of found) chosen.add(each);
    if (found.length > 0) continue;
    const all = known.map((each) => each.name).join(', ');
    problems.push({ path: '/columns', value: name, message: withHint(resource, `No such column; known: ${all}`) });
  }
  return [...chosen];
}

/** The default columns of a list: what its rows contain. */
export function defaultColumns(resource: VisibleResource): Column[] {
  const isOmitted = (name: string) => rowOmits(resource).some((each) => name === each || name.startsWith(`${each}.`));
  return columnsOf(resource).filter(({ name, isFree, isHidden }) => !isFree && !isHidden && !isOmitted(name));
}

/** Projects a record to the given paths; a path into a list applies to each item. */
export function projectRecord(record: object, paths: string[]): Record<string, unknown> {
  const [whole, inner] = [new Set<string>(), new Map<string, string[]>()];
  for (const path of paths) {
    const at = path.indexOf('.');
    if (at < 0) whole.add(path);
    else inner.set(path.slice(0, at), [...(inner.get(path.slice(0, at)) ?? []), path.slice(at + 1)]);
  }
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      const below = inner.get(name);
      return whole.has(name) ? [[name, value]] : below ? [[name, pickedIn(value, below)]] : [];
    }),
  );
}

function pickedIn(value: unknown, paths: string[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => pickedIn(item, paths));
  return value !== null && typeof value === 'object' ? projectRecord(value, paths) : value;
}
