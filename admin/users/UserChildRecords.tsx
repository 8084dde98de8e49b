import { subject } from '@casl/ability';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useGetMany, useRecordContext } from 'react-admin';
import type { Entity, EntityMember, User } from '#schemas/generated/types.ts';
import { useEditedRecord } from '../generate/editing/EditRecord.tsx';
import { NestedList } from '../nested/NestedList.tsx';
import type { NestedSource } from '../nested/source.ts';
import { nestedByName } from '../nested/useChildRecords.ts';
import { ifMatchHeaders } from '../provider/data.ts';
import { request } from '../provider/http.ts';
import { useSession } from '../provider/session.ts';
import { MemberFlags, MemberFlagsInput } from './restricted-inputs.tsx';
import { EmailAddresses, Passkeys, SignInMethods } from './SignInMethods.tsx';

/** Child records of a user, saved apart from the form. */
export function UserChildRecords() {
  return (
    <>
      <EmailAddresses />
      <Memberships />
      <SignInMethods />
      <Passkeys />
    </>
  );
}

interface Membership {
  entity: { id: string; name: string };
  flags: number;
}

/** Memberships of a user: the entities' member records from the user's side. */
function Memberships() {
  return (
    <NestedList
      source={useMemberships()}
      words={{ title: 'Member of', add: 'Add a membership', one: 'membership', none: 'Not a member of any entity.' }}
      columns={['entity', 'flags']}
      formFields={{ create: ['entity', 'flags'], update: ['flags'] }}
      cells={{ flags: MemberFlags }}
      inputs={{ flags: MemberFlagsInput }}
    />
  );
}

/** The member resource with a choosable entity; the user is fixed. */
const member = nestedByName('EntityMember');
const resource = {
  ...member,
  fields: member.fields.map((field) =>
    field.name === 'entity' ? { ...field, isRequired: true, property: { ...field.property, readOnly: false } } : field,
  ),
};

function useMemberships(): NestedSource {
  const user = useRecordContext<User>();
  const session = useSession();
  const cache = useQueryClient();
  const { editing } = useEditedRecord();
  const address = `/api/users/${user?.id}/memberships`;
  const found = useQuery({
    queryKey: ['users', 'nested', address],
    queryFn: async ({ signal }): Promise<Membership[]> => (await request(address, { signal })).json,
    enabled: user !== undefined,
  });
  const ids = found.data?.map(({ entity }) => entity.id) ?? [];
  // Permissions depend on the entity's position in the tree.
  const { data: entities = [] } = useGetMany<Entity>('entities', { ids });
  const readableIds = entities.flatMap((entity) => (entity ? [entity.id] : []));
  // The memberships endpoint returns no revisions, which updates need, so load the member records.
  const { data: members = [] } = useQuery({
    queryKey: ['users', 'nested', address, 'members', readableIds],
    queryFn: ({ signal }): Promise<EntityMember[]> =>
      Promise.all(
        readableIds.map(async (id) => (await request(`/api/entities/${id}/members/${user?.id}`, { signal })).json),
      ),
    enabled: readableIds.length > 0,
  });
  const rows = found.data?.map(({ entity: { id }, flags }) => {
    const member = members.find(({ entity }) => entity === id);
    return { id, entity: id, flags: member?.flags ?? flags, revision: member?.revision };
  });
  const reload = () => cache.invalidateQueries({ queryKey: ['users', 'nested', address] });
  const refresh = async () => {
    await reload();
    await editing.reload();
  };
  const write = async (method: string, path: string, { row, body }: { row?: RaRecord; body?: object }) => {
    const headers = ifMatchHeaders(row);
    await request(`/api/entities/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    await refresh();
  };
  return {
    resource,
    rows,
    error: found.error,
    total: rows?.length ?? 0,
    page: 0,
    rowsPerPage: rows?.length ?? 0,
    goTo: () => {},
    reload,
    can: (verb, row) => {
      if (!session) return false;
      // A user with rights beyond the viewer's can only be removed (design 4).
      if (verb !== 'delete' && user?.isWithinReach === false) return false;
      if (!row) return session.ability.can(verb, resource.name);
      if (row.revision === undefined) return false;
      const treeScope = entities.find((entity) => entity?.id === row.id)?.treeScope ?? [];
      return session.ability.can(verb, subject(resource.name, { entity: row.id, user: user?.id, treeScope }));
    },
    create: ({ entity, ...values }) => write('POST', `${entity}/members`, { body: { ...values, user: user?.id } }),
    update: (row, changes) => write('PATCH', `${row.id}/members/${user?.id}`, { row, body: changes }),
    remove: (row) => write('DELETE', `${row.id}/members/${user?.id}`, { row }),
    refresh,
  };
}
