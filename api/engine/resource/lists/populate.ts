import { schemas } from '#schemas/generated/registry.ts';
import { isAttachment } from '#schemas/resource/paths-to.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { conditionOf } from '../../access/ability.ts';
import { may, type Viewer } from '../../access/viewer.ts';
import { isResourceName, type ResourceName, resource } from '../../store/model.ts';
import { storeOf } from '../../store/store.ts';
import { toResponse } from '../rules/serializer.ts';

interface Populate {
  name: ResourceName;
  records: object[];
  names: string[];
  viewer: Viewer;
}

type Row = Record<string, unknown>;

/**
 * Expands references: replaces the ids in the fields that `names` selects by records, with one query per type (no N+1
 * queries). Of records that the viewer may not read, ids stay ids, or get only their name (`x-store.named`). Free-form
 * maps are left out, as in lists.
 */
export async function populate({ name, records, names, viewer }: Populate): Promise<object[]> {
  if (names.length === 0 || records.length === 0) return records;
  const found = await referencedRecords({ name, records, names, viewer });
  return records.map((record) => withReferences(record, populatedFields(name, names), found));
}

/** A record with records in place of the ids in these fields; ids that `found` lacks remain. */
export function withReferences(record: object, fields: Field[], found: ReadonlyMap<string, object>): object {
  const row: Row = { ...record };
  for (const field of fields) row[field.name] = replaced(field, row[field.name], found);
  return row;
}

/** The records that `populate` puts in place of ids, by id. */
export async function referencedRecords({ name, records, names, viewer }: Populate): Promise<Map<string, object>> {
  const fields = populatedFields(name, names);
  const idsByType = new Map<string, Set<string>>();
  for (const record of records)
    for (const { type, id } of fields.flatMap((field) => idsOf(field, Reflect.get(record, field.name))))
      idsByType.set(type, (idsByType.get(type) ?? new Set()).add(id));
  const found = new Map<string, object>();
  await Promise.all([...idsByType].map(async ([type, ids]) => load(type, [...ids], viewer, found)));
  return found;
}

/**
 * The fields that the names select. A name of the record's own reference does not also select references inside its
 * lists.
 */
export function populatedFields(name: ResourceName, names: string[]): Field[] {
  const { fields } = resource(name);
  const own = new Set(fields.filter(({ kind }) => kind === 'reference').flatMap(populatedNames));
  return fields.filter((field) =>
    populatedNames(field).some((each) => names.includes(each) && (field.kind === 'reference' || !own.has(each))),
  );
}

async function load(type: string, ids: string[], viewer: Viewer, found: Map<string, object>): Promise<void> {
  if (!isResourceName(type)) return;
  const target = resource(type);
  // Users who may read a record may read its attachments, and the names of those that it names (design 3).
  const isNamed = target.schema['x-store']?.named === true;
  const condition = isNamed || isAttachment(target.schema) ? {} : conditionOf(viewer.ability, 'read', type);
  if (!condition) return;
  const omit = target.fields.filter(({ kind }) => kind === 'map').map(({ name }) => name);
  for (const record of await storeOf(type).find({ filter: { $and: [{ _id: { $in: ids } }, condition] }, omit })) {
    const isNameOnly = isNamed && !may(viewer, 'read', type, record);
    const shown = isNameOnly ? { id: record.id, name: Reflect.get(record, 'name') } : record;
    found.set(record.id, toResponse(target, shown, viewer));
  }
}

const innerReferences = ({ property }: Field) =>
  Object.entries(property.items?.properties ?? {}).flatMap(([name, each]) =>
    each['x-ref'] ? [{ name, type: each['x-ref'] }] : [],
  );

function idsOf(field: Field, value: unknown): { type: string; id: string }[] {
  const type = field.property['x-ref'];
  if (type) return typeof value === 'string' ? [{ type, id: value }] : [];
  const items: unknown[] = Array.isArray(value) ? value : [];
  const attached = attachmentType(field);
  if (attached) return items.flatMap((id) => (typeof id === 'string' ? [{ type: attached, id }] : []));
  return items.flatMap((item) =>
    innerReferences(field).flatMap(({ name, type: inner }) => {
      const id: unknown = item !== null && typeof item === 'object' ? Reflect.get(item, name) : undefined;
      return typeof id === 'string' ? [{ type: inner, id }] : [];
    }),
  );
}

function replaced(field: Field, value: unknown, found: ReadonlyMap<string, object>): unknown {
  if (typeof value === 'string') return found.get(value) ?? value;
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => {
    if (typeof item === 'string') return found.get(item) ?? item;
    if (item === null || typeof item !== 'object') return item;
    const copy: Row = { ...item };
    for (const { name } of innerReferences(field)) {
      const id = copy[name];
      if (typeof id === 'string') copy[name] = found.get(id) ?? id;
    }
    return copy;
  });
}

/** The names of a field's references in `populate`: `product` selects those inside `products`. */
export function populatedNames(field: Field): string[] {
  const { kind, name, property } = field;
  if (kind === 'reference') return [name.replace(/Id$/, '')];
  if (attachmentType(field)) return [name];
  const inside = Object.entries(property.items?.properties ?? {}).filter(([, each]) => each['x-ref']);
  return inside.map(([each]) => each.replace(/Id$/, ''));
}

/** All names that `populate` accepts for a resource: its references, and the expansion of a single record. */
export const populateNames = ({ fields }: Pick<Resource, 'fields'>, expansion?: string): string[] => [
  ...fields.flatMap(populatedNames),
  ...(expansion ? [expansion] : []),
];

/** The resource of a list of attachment ids, such as files. Other lists of ids are never populated. */
function attachmentType({ property }: Field): string | undefined {
  const type = property.items?.['x-ref'];
  return type && isResourceName(type) && isAttachment(schemas[type]) ? type : undefined;
}
