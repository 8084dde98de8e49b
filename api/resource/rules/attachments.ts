import { schemas } from '#schemas/generated/registry.ts';
import { isAttachment } from '#schemas/resource/paths-to.ts';
import { inheritsRights } from '#schemas/resource/resource.ts';
import { conditionOf } from '../../access/ability.ts';
import { hasRole, type Viewer } from '../../access/viewer.ts';
import { now } from '../../clock/clock.ts';
import { unfit } from '../../errors/catalogue.ts';
import { asking } from '../../store/commands.ts';
import { isResourceName, model, type ResourceName, resource } from '../../store/model.ts';
import { nothingNamed } from '../../store/named-records.ts';
import { type Reference, referencesIn, referringTo } from '../../store/reference-paths.ts';
import { type Filter, store } from '../../store/store.ts';
import { joining } from '../../store/transaction.ts';

/**
 * Attachments are records that belong to those which name them, such as files (`x-store.attachment`): whoever may read one of
 * those reads them, they are kept as long as one is there, and are collected some time after (`files/collect.ts`).
 */
const attachments = Object.values(schemas)
  .filter(isAttachment)
  .map(({ title }) => title)
  .filter(isResourceName);

const naming = new Map(attachments.map((type) => [type, referringTo(type)]));

/** Whether the records of a resource may name attachments. */
export const namesAttachments = (name: ResourceName): boolean =>
  [...naming.values()].some((places) => places.some((place) => place.name === name));

/** Those of some attachments that the viewer may read: one's own by the ability, others through a record that names them. */
export async function readableAttachments(viewer: Viewer, type: ResourceName, ids: string[]): Promise<string[]> {
  const condition = conditionOf(viewer.ability, 'read', type);
  const found = new Set(condition ? await distinct(type, '_id', { $and: [{ _id: { $in: ids } }, condition] }) : []);
  for (const place of naming.get(type) ?? []) {
    const others = ids.filter((id) => !found.has(id));
    if (others.length === 0) break;
    for (const id of await readableThrough(viewer, place, others)) found.add(id);
  }
  return ids.filter((id) => found.has(id));
}

interface Naming {
  name: ResourceName;
  path: string;
}

/** What records name that the viewer may read, in a field that is shown to the viewer. */
async function readableThrough(viewer: Viewer, { name, path }: Naming, ids: string[]): Promise<string[]> {
  const { 'x-visible-to': roles } = schemas[name].properties[path.split('.')[0] ?? ''] ?? {};
  if (roles && !hasRole(viewer, ...roles)) return [];
  const filter = { [path]: { $in: ids } };
  const condition = await readCondition(viewer, name, filter);
  return condition ? await distinct(name, path, { $and: [filter, condition] }) : [];
}

/** Under what the viewer reads such records; of those that are reached below others alone, the one above must be readable, too. */
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
    await asking({ collection: resource(name).path, command: 'distinct', filter }, () =>
      model(name).distinct(path, filter, joining()),
    )
  ).map(String);

/**
 * Keeps what a record comes to name from being collected, and lets go of what it names no more; to be called in the transaction
 * that writes it. Throws DATABASE_VALIDATION_ERROR for what was collected meanwhile.
 */
export async function keepAttachments(name: ResourceName, before: object | null, after: object | null): Promise<void> {
  if (!namesAttachments(name)) return;
  const [had, has] = [namedBy(name, before), namedBy(name, after)];
  // One after the other: a transaction has one thing under way at a time.
  for (const type of attachments) {
    const since = schemas[type]['x-store']?.attachment ?? '';
    const added = without(has, had, type);
    const gone = without(had, has, type);
    // A write to each, so that the collector can not remove one of them meanwhile.
    if (added.length > 0) await store(type).updateMany(among(added), { $unset: { [since]: 1 } });
    await assertThere(type, added);
    // Another may name it still: the collector asks once more.
    if (gone.length > 0) await store(type).updateMany(among(gone), { $set: { [since]: now() } });
  }
}

/** Whether any record names the attachment. */
export async function isNamed(type: ResourceName, id: string): Promise<boolean> {
  for (const { name, path } of naming.get(type) ?? [])
    if ((await store(name).count({ [path]: id }, 1)) > 0) return true;
  return false;
}

const among = (found: Reference[]): Filter => ({ _id: { $in: found.map(({ id }) => id) } });

function namedBy(name: ResourceName, record: object | null): Reference[] {
  return Object.entries(record ? schemas[name].properties : {}).flatMap(([field, property]) =>
    referencesIn(property, record && Reflect.get(record, field), `/${field}`),
  );
}

const without = (some: Reference[], others: Reference[], type: string): Reference[] => {
  const known = new Set(others.map(({ id }) => id));
  return some.filter((each) => each.type === type && !known.has(each.id));
};

async function assertThere(type: ResourceName, added: Reference[]): Promise<void> {
  if (added.length === 0) return;
  const known = new Set(await distinct(type, '_id', among(added)));
  const missing = added.filter(({ id }) => !known.has(id));
  if (missing.length > 0) throw unfit(missing.map(nothingNamed));
}
