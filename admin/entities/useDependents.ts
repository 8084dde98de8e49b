import { useQuery } from '@tanstack/react-query';
import type { Entity } from '#schemas/generated/types.ts';
import { request } from '../provider/http.ts';
import type { MoveSize } from './tree/entity-nodes.ts';

/** Response of GET /api/entities/{id}/dependents. */
interface Dependents {
  own: Record<'entities' | 'clients' | 'members' | 'channels', number>;
  below: MoveSize;
  others: Record<string, number>;
}

/** The number of dependents of one kind. */
export interface DependentCount {
  label: string;
  count: number;
  /** Undefined if no list shows them. */
  to?: string;
}

/** Loads and counts an entity's dependents, with links to their lists. `hanging` is undefined while loading. */
export function useDependents(entity: Entity) {
  const { data, error, refetch } = useQuery({
    queryKey: ['entities', 'dependents', entity.id],
    queryFn: async ({ signal }): Promise<Dependents> =>
      (await request(`/api/entities/${entity.id}/dependents`, { signal })).json,
    // No cache: the counts before a deletion must be current.
    staleTime: 0,
  });
  const hasMembers = (data?.own.members ?? 0) > 0;
  return { dependents: data && hangingOf(entity, data), others: data?.others ?? {}, hasMembers, error, refetch };
}

function hangingOf({ id }: Entity, { own, below }: Dependents): DependentCount[] {
  const lists = {
    entities: listOf('entities', { parent: id, subType: 'abstract' }),
    clients: listOf('entities', { parent: id, subType: 'client' }),
    channels: listOf('channels', { entityId: id }),
  };
  return [
    { label: 'Entities right below', count: own.entities, to: lists.entities },
    { label: 'Clients right below', count: own.clients, to: lists.clients },
    { label: 'Members', count: own.members, to: `/entities/${id}` },
    { label: 'Channels', count: own.channels, to: lists.channels },
    { label: 'Entities further below', count: below.entities - own.entities },
    { label: 'Clients further below', count: below.clients - own.clients },
    { label: 'Orders of all these', count: below.orders },
  ];
}

const listOf = (resource: string, filter: object) =>
  `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
