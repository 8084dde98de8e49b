import { schemas } from '#schemas/generated/registry.ts';
import { isAttachment } from '#schemas/resource/paths-to.ts';
import { ApiError, invalidRecord, type Problem } from '../../../platform/errors/catalogue.ts';
import { conditionOf } from '../../access/ability.ts';
import type { Viewer } from '../../access/viewer.ts';
import { runCommand } from '../../store/commands.ts';
import { isResourceName, model, type ResourceName, resource } from '../../store/model.ts';
import { collectReferences, type Reference, referenceFieldsTo } from '../../store/reference-paths.ts';
import { danglingReferenceProblem } from '../../store/referential-integrity.ts';
import { storeOf } from '../../store/store.ts';
import {
  flushInserts,
  isUnreferenced,
  lockReferencesForDeletion,
  noteUnreferenced,
  sessionOption,
} from '../../store/transaction.ts';
import { readableAttachments } from './attachments.ts';
import type { DependentRecords } from './declaration.ts';

/**
 * Validates references: throws DATABASE_VALIDATION_ERROR for every reference in `changes` that the viewer may not read.
 * Missing and unreadable records get the same message, so that nothing is revealed. One query per type.
 */
export async function assertReferencesExist(viewer: Viewer, name: ResourceName, changes: object): Promise<void> {
  const { properties } = schemas[name];
  const found = Object.entries(changes).flatMap(([field, value]) => {
    const property = properties[field];
    return property && !property.readOnly ? collectReferences(property, value, `/${field}`) : [];
  });
  const problems: Problem[] = [];
  // In sequence: a transaction handles one command at a time.
  for (const type of new Set(found.map((each) => each.type))) {
    const ofType = found.filter((each) => each.type === type);
    problems.push(...(await missingOf(viewer, type, ofType)));
  }
  if (problems.length > 0) throw invalidRecord(problems);
}

async function missingOf(viewer: Viewer, type: string, found: Reference[]): Promise<Problem[]> {
  const ids = [...new Set(found.map(({ id }) => id))];
  const existingIds = new Set(isResourceName(type) ? await readableAmong(viewer, type, ids) : []);
  return found.filter(({ id }) => !existingIds.has(id)).map(danglingReferenceProblem);
}

async function readableAmong(viewer: Viewer, type: ResourceName, ids: string[]): Promise<string[]> {
  if (isAttachment(schemas[type])) return await readableAttachments(viewer, type, ids);
  const condition = conditionOf(viewer.ability, 'read', type);
  if (!condition) return [];
  const filter = { $and: [{ _id: { $in: ids } }, condition] };
  await flushInserts(resource(type).path);
  const existing = await runCommand({ collection: resource(type).path, command: 'find', filter }, () =>
    model(type).find(filter, { _id: 1 }, sessionOption()).lean(),
  );
  return existing.map(({ _id }) => String(_id));
}

const keyOf = (type: ResourceName, id: string) => `${type} ${id}`;

/**
 * Checks at once whether other records refer to any of these, which the running transaction is going to delete one by
 * one: if not, `assertUnreferenced` needs no query for each.
 */
export async function checkUnreferenced(type: ResourceName, ids: string[]): Promise<void> {
  const fields = referenceFieldsTo(type);
  if (fields.length === 0 || ids.length === 0) return;
  await lockReferencesForDeletion();
  for (const { name, path } of fields) if ((await storeOf(name).count({ [path]: { $in: ids } }, 1)) > 0) return;
  noteUnreferenced(new Set(ids.map((id) => keyOf(type, id))));
}

/**
 * Referential integrity: throws RESOURCE_INOPERABLE when other records reference this one or the parts deleted with it,
 * with counts per type in the details (design 3). Call it in the deleting transaction, which also locks out new
 * references.
 */
export async function assertUnreferenced(
  type: ResourceName,
  id: string,
  parts: Pick<DependentRecords, 'name' | 'field'>[] = [],
): Promise<void> {
  const isKnown = isUnreferenced(keyOf(type, id));
  const removed = isKnown ? [] : [{ name: type, ids: [id] }];
  for (const { name, field } of parts) {
    if (referenceFieldsTo(name).length === 0) continue;
    const found = await storeOf(name).find({ filter: { [field]: id }, only: ['createdAt'] });
    if (found.length > 0) removed.push({ name, ids: found.map((each) => each.id) });
  }
  const referring = removed.flatMap(({ name, ids }) => referenceFieldsTo(name).map((each) => ({ ...each, ids })));
  const others = referring.filter(({ name, path }) => !parts.some((part) => part.name === name && part.field === path));
  if (others.length === 0) return;
  await lockReferencesForDeletion();
  const counts: Record<string, number> = {};
  // In sequence: a transaction handles one command at a time.
  for (const { name, path, ids } of others) {
    const count = await storeOf(name).count({ [path]: { $in: ids } }, 1_000);
    if (count > 0) counts[name] = (counts[name] ?? 0) + count;
  }
  if (Object.keys(counts).length === 0) return;
  const lines = Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
  throw new ApiError('RESOURCE_INOPERABLE', {
    reason: `Other records refer to this ${type}: ${lines}`,
    details: { resourceType: type, resourceId: id, referredBy: counts },
  });
}
