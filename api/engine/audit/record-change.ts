import { type Change as Difference, diff } from '#schemas/changes/diff.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { AuditEntry, User } from '#schemas/generated/types.ts';
import { baseProperties } from '#schemas/resource/resource.ts';
import type { Actor } from '../access/actor.ts';
import { type ResourceName, resource } from '../store/model.ts';
import { isDryRun } from '../store/transaction.ts';
import { recordAuditEvent } from './record-event.ts';

interface Change {
  viewer: Actor;
  action: Extract<AuditEntry['action'], 'create' | 'update' | 'delete' | 'moderate'>;
  name: ResourceName;
  /** Null on create; `after` is null on delete. */
  before: object | null;
  after: object | null;
}

/** Maximum length of a logged value, in characters. */
const maxLength = 200;

/** Returns whether writes of a resource are recorded in the audit log. */
export const isAudited = (name: ResourceName): boolean => resource(name).schema['x-store']?.audit !== false;

/** Adds an audit log entry for a change of a record, in the transaction of that change (design 4, audit log). */
export async function recordAuditChange({ viewer, action, name, before, after }: Change): Promise<void> {
  if (!isAudited(name) || isDryRun()) return;
  const record = after ?? before ?? {};
  const title: unknown = Reflect.get(record, 'name') ?? Reflect.get(record, 'title');
  const changes = changesOf(name, before, after);
  await recordAuditEvent({
    by: viewer,
    kind: auditKindOf(name, { action, changes }),
    action,
    subject: {
      type: name,
      id: String(Reflect.get(record, 'id')),
      name: typeof title === 'string' ? title : undefined,
      revision: revisionIn(after) ?? (revisionIn(before) ?? 0) + 1,
    },
    changes,
  });
}

/** Above this number of differences within one field, the whole field is logged instead. */
const mostLeaves = 20;

/**
 * Diffs a record down to leaf values: `businessAddress.city`, a table row under its id. A value is logged only if
 * everybody who may read the record may read that field. Free-form maps are never logged.
 */
function changesOf(name: ResourceName, before: object | null, after: object | null): AuditEntry['changes'] {
  const { fields, schema } = resource(name);
  const hidden = schema['x-store']?.hidden ?? [];
  const logged = fields.filter((field) => !Object.hasOwn(baseProperties, field.name) && field.name !== 'treeScope');
  return logged.flatMap(({ name: field, kind, property }) => {
    const [from, to] = [valueIn(before, field), valueIn(after, field)];
    const differences = diff({ [field]: from }, { [field]: to });
    if (differences.length === 0) return [];
    const isSecret = kind === 'map' || property['x-visible-to'] || hidden.some((path) => path.split('.')[0] === field);
    if (isSecret) return [{ field }];
    if (differences.length > mostLeaves) return [{ field, ...textIn('from', from), ...textIn('to', to) }];
    return differences.map(entryOf);
  });
}

function entryOf({ kind, path, before, after }: Difference): AuditEntry['changes'][number] {
  const place = (value: unknown) => (kind === 'moved' ? { row: Number(value) + 1 } : value);
  const field = keysOf(path).join('.');
  return { field, ...textIn('from', place(before)), ...textIn('to', place(after)) };
}

function revisionIn(record: object | null): number | undefined {
  const revision = valueIn(record, 'revision');
  return typeof revision === 'number' ? revision : undefined;
}

const valueIn = (record: object | null, field: string): unknown => (record ? Reflect.get(record, field) : undefined);

const textIn = (place: 'from' | 'to', value: unknown) =>
  value === undefined ? {} : { [place]: JSON.stringify(value).slice(0, maxLength) };

type Kind = AuditEntry['kind'];

/** The audit kind of a resource's changes; resources not listed are `record`. */
const kinds: Partial<Record<ResourceName, Kind>> = {
  EntityMember: 'rights',
  Invitation: 'rights',
  AccessRule: 'rights',
  EmailAddress: 'waysIn',
  AuthProvider: 'waysIn',
  Passkey: 'waysIn',
};

/** User properties that determine a user's permissions. */
const rights: readonly string[] = ['roles', 'guild', 'guildFlags', 'inactive'] satisfies (keyof User)[];

/** Classifies a change of a record for the audit log. */
function auditKindOf(name: ResourceName, { action, changes }: Pick<AuditEntry, 'action' | 'changes'>): Kind {
  if (action === 'moderate') return 'moderation';
  if (name === 'User' && changes.some(({ field }) => rights.includes(field.split('.')[0] ?? ''))) return 'rights';
  return kinds[name] ?? 'record';
}
