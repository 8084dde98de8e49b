import { schemas } from '#schemas/generated/registry.ts';
import { isAttachment } from '#schemas/resource/paths-to.ts';
import { inheritsRights } from '#schemas/resource/resource.ts';
import { now } from '../../../platform/clock/clock.ts';
import { invalidRecord } from '../../../platform/errors/catalogue.ts';
import { conditionOf } from '../../access/ability.ts';
import { hasRole, type Viewer } from '../../access/viewer.ts';
import { runCommand } from '../../store/commands.ts';
import { isResourceName, model, type ResourceName, resource } from '../../store/model.ts';
import { collectReferences, type Reference, referenceFieldsTo } from '../../store/reference-paths.ts';
import { danglingReferenceProblem } from '../../store/referential-integrity.ts';
import { type Filter, storeOf } from '../../store/store.ts';
import { sessionOption } from '../../store/transaction.ts';

/**
 * Attachments are records that belong to the records referencing them, such as files (`x-store.attachment`). Users
 * who may read a referencing record may read its attachments. Unreferenced attachments are garbage collected some time
 * later (`files/garbage-collection.ts`).
 */
const attachments = Object.values(schemas)
  .filter(isAttachment)
  .map(({ title }) => title)
  .filter(isResourceName);

const referencesByType = new Map(attachments.map((type) => [type, referenceFieldsTo(type)]));

/** Whether records of this resource may reference attachments. */
export const hasAttachmentFields = (name: ResourceName): boolean =>
  [...referencesByType.values()].some((places) => places.some((place) => place.name === name));

/**
 * The ids of attachments that the viewer may read: by the viewer's own permissions, or through a record that references
 * them.
 */
export async function readableAttachments(viewer: Viewer, type: ResourceName, ids: string[]): Promise<string[]> {
  const condition = conditionOf(viewer.ability, 'read', type);
  const found = new Set(condition ? await distinct(type, '_id', { $and: [{ _id: { $in: ids } }, condition] }) : []);
  for (const place of referencesByType.get(type) ?? []) {
    const others = ids.filter((id) => !found.has(id));
    if (others.length === 0) break;
    for (const id of await readableThrough(viewer, place, others)) found.add(id);
  }
  return ids.filter((id) => found.has(id));
}

interface ReferencingField {
  name: ResourceName;
  path: string;
}

/** The attachments referenced by records that the viewer may read, in a field that the viewer may see. */
async function readableThrough(viewer: Viewer, { name, path }: ReferencingField, ids: string[]): Promise<string[]> {
  const { 'x-visible-to': roles } = schemas[name].properties[path.split('.')[0] ?? ''] ?? {};
  if (roles && !hasRole(viewer, ...roles)) return [];
  const filter = { [path]: { $in: ids } };
  const condition = await readCondition(viewer, name, filter);
  return condition ? await distinct(name, path, { $and: [filter, condition] }) : [];
}

/** The condition for records that the viewer may read. A nested record is readable only with its parent. */
async function readCondition(viewer: Viewer, name: ResourceName, filter: Filter): Promise<Filter | null> {
  const { nested, operations, schema } = resource(name);
  const own = inheritsRights({ schema }) ? {} : conditionOf(viewer.ability, 'read', name);
  if (!own || !nested || nested.isPart || operations.length > 0 || !isResourceName(nested.resource)) return own;
  const from = nested.from === 'id' ? '_id' : nested.from;
  const above = { [from]: { $in: await distinct(name, nested.field, { $and: [filter, own] }) } };
  const condition = await readCondition(viewer, nested.resource, above);
  if (!condition) return null;
  const readable = await distinct(nested.resource, from, { $and: [above, condition] });
  return { $and: [own, { [nested.field]: { $in: readable } }] };
}

const distinct = async (name: ResourceName, path: string, filter: Filter): Promise<string[]> =>
  (
    await runCommand({ collection: resource(name).path, command: 'distinct', filter }, () =>
      model(name).distinct(path, filter, sessionOption()),
    )
  ).map(String);

/**
 * Updates the reference state of attachments in the transaction that writes the record: newly referenced ones are
 * protected from garbage collection, no longer referenced ones become candidates for it. Throws
 * DATABASE_VALIDATION_ERROR for attachments that were collected in the meantime.
 */
export async function updateAttachmentReferences(
  name: ResourceName,
  before: object | null,
  after: object | null,
): Promise<void> {
  if (!hasAttachmentFields(name)) return;
  const [had, has] = [namedBy(name, before), namedBy(name, after)];
  // In sequence: a transaction handles one command at a time.
  for (const type of attachments) {
    const since = schemas[type]['x-store']?.attachment ?? '';
    const added = without(has, had, type);
    const removed = without(had, has, type);
    // Write to each, so that it conflicts with a concurrent collector.
    if (added.length > 0) await storeOf(type).updateMany(among(added), { $unset: { [since]: 1 } });
    await assertThere(type, added);
    // Another record may still reference it; the collector checks again.
    if (removed.length > 0) await storeOf(type).updateMany(among(removed), { $set: { [since]: now() } });
  }
}

/** Whether any record references the attachment. */
export async function isAttachmentReferenced(type: ResourceName, id: string): Promise<boolean> {
  for (const { name, path } of referencesByType.get(type) ?? [])
    if ((await storeOf(name).count({ [path]: id }, 1)) > 0) return true;
  return false;
}

const among = (found: Reference[]): Filter => ({ _id: { $in: found.map(({ id }) => id) } });

function namedBy(name: ResourceName, record: object | null): Reference[] {
  return Object.entries(record ? schemas[name].properties : {}).flatMap(([field, property]) =>
    collectReferences(property, record && Reflect.get(record, field), `/${field}`),
  );
}

const without = (references: Reference[], others: Reference[], type: string): Reference[] => {
  const known = new Set(others.map(({ id }) => id));
  return references.filter((each) => each.type === type && !known.has(each.id));
};

async function assertThere(type: ResourceName, added: Reference[]): Promise<void> {
  if (added.length === 0) return;
  const known = new Set(await distinct(type, '_id', among(added)));
  const missing = added.filter(({ id }) => !known.has(id));
  if (missing.length > 0) throw invalidRecord(missing.map(danglingReferenceProblem));
}
