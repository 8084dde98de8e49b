import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry } from '#schemas/generated/types.ts';
import { baseProperties } from '#schemas/resource/resource.ts';
import type { Viewer } from '../access/viewer.ts';
import { type ResourceName, resource } from '../store/model.ts';
import { store } from '../store/store.ts';

interface Change {
  viewer: Viewer;
  action: AuditEntry['action'];
  name: ResourceName;
  /** Null when the record was made, and after it was removed. */
  before: object | null;
  after: object | null;
}

/** Characters of a value that the log keeps. */
const longest = 200;

/** Whether the writes of a resource are kept in the audit log. */
export const isAudited = (name: ResourceName): boolean => resource(name).schema['x-store']?.audit !== false;

/** Writes down who changed what, in the transaction of the change (design 4, audit log). */
export async function recordChange({ viewer, action, name, before, after }: Change): Promise<void> {
  if (!isAudited(name)) return;
  const record = after ?? before ?? {};
  const title: unknown = Reflect.get(record, 'name');
  await store('AuditEntry').insert({
    action,
    resourceType: name,
    resourceId: String(Reflect.get(record, 'id')),
    recordRevision: revisionIn(after) ?? (revisionIn(before) ?? 0) + 1,
    user: viewer.user.id,
    changes: changesOf(name, before, after),
    ...(typeof title === 'string' ? { name: title } : {}),
  });
}

/** The fields that differ; a value is told only where everybody who may read the record gets it, and no free map at all. */
function changesOf(name: ResourceName, before: object | null, after: object | null): AuditEntry['changes'] {
  const { fields, schema } = resource(name);
  const hidden = schema['x-store']?.hidden ?? [];
  const told = fields.filter((field) => !Object.hasOwn(baseProperties, field.name) && field.name !== 'treeScope');
  return told.flatMap(({ name: field, kind, property }) => {
    const [from, to] = [valueIn(before, field), valueIn(after, field)];
    if (isDeepStrictEqual(from, to)) return [];
    const isSecret = kind === 'map' || property['x-visible-to'] || hidden.some((path) => path.split('.')[0] === field);
    return [{ field, ...(isSecret ? {} : { ...textIn('from', from), ...textIn('to', to) }) }];
  });
}

function revisionIn(record: object | null): number | undefined {
  const revision = valueIn(record, 'revision');
  return typeof revision === 'number' ? revision : undefined;
}

const valueIn = (record: object | null, field: string): unknown => (record ? Reflect.get(record, field) : undefined);

const textIn = (place: 'from' | 'to', value: unknown) =>
  value === undefined ? {} : { [place]: JSON.stringify(value).slice(0, longest) };
