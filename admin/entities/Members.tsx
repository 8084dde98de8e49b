import { useRecordContext } from 'react-admin';
import type { Entity } from '#schemas/generated/types.ts';
import { NestedRecords } from '../nested/NestedRecords.tsx';
import { MemberFlags, MemberFlagsInput } from './member-flags.tsx';

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
