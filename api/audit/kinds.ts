import type { AuditEntry, User } from '#schemas/generated/types.ts';
import type { ResourceName } from '../store/model.ts';

type Kind = AuditEntry['kind'];

/** The audit kind of a resource's changes; resources not listed are `record`. */
const kinds: Partial<Record<ResourceName, Kind>> = {
  EntityMember: 'rights',
  Invitation: 'rights',
  AccessRule: 'rights',
  EmailAddress: 'waysIn',
  AuthProvider: 'waysIn',
};

/** User properties that determine a user's permissions. */
const rights: readonly string[] = ['roles', 'guild', 'guildFlags', 'inactive'] satisfies (keyof User)[];

/** Classifies a change of a record for the audit log. */
export function auditKindOf(name: ResourceName, { action, changes }: Pick<AuditEntry, 'action' | 'changes'>): Kind {
  if (action === 'moderate') return 'moderation';
  if (name === 'User' && changes.some(({ field }) => rights.includes(field.split('.')[0] ?? ''))) return 'rights';
  return kinds[name] ?? 'record';
}
