import { type Kind, kindOf } from '#schemas/resource/kind.ts';
import { type Field, fieldsOf, type Resource } from '#schemas/resource/resource.ts';
import type { Problem } from '../../errors/catalogue.ts';
import { fieldNamed } from './fields.ts';
import { hinted, type VisibleResource } from './visible-resource.ts';

/** What a list can be laid out by: a value of the record, or one inside its objects and lists. */
export interface Column {
  /** As `columns` names it: 'name', 'businessAddress.city', 'products.key'. */
  name: string;
  /** What a person reads: 'Business address: City'. */
  label: string;
  kind: Kind;
  /** With how many decimals at least its numbers are written. */
  decimals?: number;
  /** The type of record that its values name. */
  refersTo?: string;
  /** A column that it mostly equals: it is written only where it differs. */
  unlike?: string;
  /** A free map: nobody gets it who has not asked for it. */
  isFree: boolean;
  /** Left out of the screens, and so of what nobody has chosen. */
  isHidden: boolean;
}

/** All columns of a resource, those of objects and of the items of lists one by one. */
export function columnsOf({ fields, name }: Resource): Column[] {
  return fields.flatMap((field) => columnsAt(field, { path: name, prefix: '', heading: '' }));
}

interface Place {
  path: string;
  prefix: string;
  heading: string;
}

function columnsAt({ name, label, kind, property, decimals }: Field, { path, prefix, heading }: Place): Column[] {
  const item = kind === 'list' ? (property.items ?? {}) : property;
  const itemKind = kindOf(item, `${path}/${name}`);
  const full = `${prefix}${name}`;
  const title = `${heading}${label}`;
  if (itemKind === 'object') {
    const inside = fieldsOf(item, `${path}/${name}`);
    return inside.flatMap((each) =>
      columnsAt(each, { path: `${path}/${name}`, prefix: `${full}.`, heading: `${title}: ` }),
    );
  }
  const refersTo = item['x-ref'];
  const written = itemKind === 'money' ? Math.max(2, decimals ?? 2) : decimals;
  return [
    {
      name: full,
      label: title,
      kind,
      ...(refersTo ? { refersTo } : {}),
      ...(property['x-unlike'] ? { unlike: `${prefix}${property['x-unlike']}` } : {}),
      ...(written === undefined ? {} : { decimals: written }),
      isFree: itemKind === 'map',
      isHidden: property['x-admin']?.widget === 'hidden',
    },
  ];
}

/**
 * The columns that `columns` names, in that order; an object or a list of objects stands for all that it holds. What is
 * unknown is added to `problems`.
 */
export function chosenColumns(resource: VisibleResource, names: string[], problems: Problem[]): Column[] {
  const known = columnsOf(resource);
  const chosen = new Set<Column>();
  for (const name of names) {
    const full = fieldNamed(resource, name)?.name ?? name;
    const found = known.filter((each) => each.name === full || (each.name.startsWith(`${full}.`) && !each.isFree));
    for (const each of found) chosen.add(each);
    if (found.length > 0) continue;
    const all = known.map((each) => each.name).join(', ');
    problems.push({ path: '/columns', value: name, message: hinted(resource, `No such column; known: ${all}`) });
  }
  return [...chosen];
}

/** The columns of a list for which nobody has chosen: what its rows hold. */
export function usualColumns(resource: VisibleResource, heavy: string[]): Column[] {
  const isHeavy = (name: string) => heavy.some((each) => name === each || name.startsWith(`${each}.`));
  return columnsOf(resource).filter(({ name, isFree, isHidden }) => !isFree && !isHidden && !isHeavy(name));
}

/** What the paths name of a record; inside a list, of each of its items. */
export function picked(record: object, paths: string[]): Record<string, unknown> {
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
  return value !== null && typeof value === 'object' ? picked(value, paths) : value;
}
