import { useRecordContext } from 'react-admin';
import type { Entity } from '#schemas/generated/types.ts';
import { NestedRecords } from '../nested/NestedRecords.tsx';
import { useSession } from '../provider/session.ts';
import { MemberFlags, MemberFlagsInput } from '../users/restricted-inputs.tsx';

/** Members of the entity, who can reach everything below it in the tree (design 4). */
export function Members() {
  // A client entity has no members.
  if (useRecordContext<Entity>()?.subType === 'client') return null;
  return (
    <NestedRecords
      name="EntityMember"
      words={{ title: 'Members', add: 'Add a member', one: 'member', none: 'This entity has no direct members.' }}
      columns={['user', 'flags', 'createdAt']}
      formFields={{ create: ['user', 'flags'], update: ['flags'] }}
      cells={{ flags: MemberFlags }}
      inputs={{ flags: MemberFlagsInput }}
    />
  );
}

/** Pending invitations by e-mail address to join the entity; hidden from users who cannot read invitations. */
export function Invitations() {
  const entity = useRecordContext<Entity>();
  const canRead = useSession()?.ability.can('read', 'Invitation');
  if (entity?.subType === 'client' || !canRead) return null;
  return (
    <NestedRecords
      name="Invitation"
      words={{
        title: 'Invitations',
        add: 'Invite by e-mail',
        one: 'invitation',
        none: 'No open invitations. Invite people who have an account elsewhere by e-mail. They become members when they accept.',
      }}
      columns={['address', 'flags', 'by', 'expires']}
      formFields={{ create: ['address', 'flags'], update: [] }}
      cells={{ flags: MemberFlags }}
      inputs={{ flags: MemberFlagsInput }}
    />
  );
}
