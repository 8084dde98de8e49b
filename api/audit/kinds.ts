import type { AuditEntry, User } from '#schemas/generated/types.ts';
import type { ResourceName } from '../store/model.ts';

type Kind = AuditEntry['kind'];

/** What the changes of a resource are about; those of all others are changes of records, no more. */
const kinds: Partial<Record<ResourceName, Kind>> = {
  EntityMember: 'rights',
  Invitation: 'rights',
  AccessRule: 'rights',
  EmailAddress: 'waysIn',
  AuthProvider: 'waysIn',
};

/** What of a user says what that person may do. */
const rights: readonly string[] = ['roles', 'guild', 'guildFlags', 'inactive'] satisfies (keyof User)[];

/** What a change of a record is about. */
export function kindOf(name: ResourceName, { action, changes }: Pick<AuditEntry, 'action' | 'changes'>): Kind {
  if (action === 'moderate') return 'moderation';
  if (name === 'User' && changes.some(({ field }) => rights.includes(field.split('.')[0] ?? ''))) return 'rights';
  return kinds[name] ?? 'record';
}
