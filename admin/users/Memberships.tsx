import { subject } from '@casl/ability';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useGetMany, useRecordContext } from 'react-admin';
import type { Entity, User } from '#schemas/generated/types.ts';
import { MemberFlags, MemberFlagsInput } from '../entities/member-flags.tsx';
import { NestedList } from '../nested/NestedList.tsx';
import { nestedNamed } from '../nested/nested-resource.ts';
import { useRenewRecord } from '../nested/renewal.tsx';
import type { NestedSource } from '../nested/source.ts';
import { useSession } from '../nested/useSession.ts';
import { request } from '../provider/http.ts';

interface Membership {
  entity: { id: string; name: string };
  flags: number;
}

/** The entities that a user belongs to: the same records as the entities' members, seen from the other side. */
export function Memberships() {
  return (
    <NestedList
      source={useMemberships()}
      words={{ title: 'Member of', add: 'Add a membership', one: 'membership', none: 'Belongs to no entity.' }}
      columns={['entity', 'flags']}
      asks={{ create: ['entity', 'flags'], update: ['flags'] }}
      cells={{ flags: MemberFlags }}
      inputs={{ flags: MemberFlagsInput }}
    />
  );
}

/** A member of an entity, as a record in which the entity is chosen and the user is given. */
const member = nestedNamed('EntityMember');
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
  const renewRecord = useRenewRecord();
  const address = `/api/users/${user?.id}/memberships`;
  const found = useQuery({
    queryKey: ['users', 'nested', address],
    queryFn: async ({ signal }): Promise<Membership[]> => (await request(address, { signal })).json,
    enabled: user !== undefined,
  });
  const rows = found.data?.map(({ entity, flags }) => ({ id: entity.id, entity: entity.id, flags }));
  // What may be done to a membership depends on where its entity stands.
  const { data: entities = [] } = useGetMany<Entity>('entities', { ids: rows?.map(({ id }) => id) ?? [] });
  const settle = async () => {
    await cache.invalidateQueries({ queryKey: ['users', 'nested', address] });
    await renewRecord();
  };
  const write = async (method: string, path: string, body?: object) => {
    await request(`/api/entities/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    await settle();
  };
  return {
    resource,
    rows,
    error: found.error,
    total: rows?.length ?? 0,
    page: 0,
    rowsPerPage: rows?.length ?? 0,
    goTo: () => {},
    reload: () => found.refetch(),
    can: (verb, row) => {
      if (!session) return false;
      if (!row) return session.ability.can(verb, resource.name);
      const treeScope = entities.find((entity) => entity?.id === row.id)?.treeScope ?? [];
      return session.ability.can(verb, subject(resource.name, { entity: row.id, user: user?.id, treeScope }));
    },
    create: ({ entity, ...values }) => write('POST', `${entity}/members`, { ...values, user: user?.id }),
    update: (row, changes) => write('PATCH', `${row.id}/members/${user?.id}`, changes),
    remove: (row) => write('DELETE', `${row.id}/members/${user?.id}`),
    settle,
  };
}
