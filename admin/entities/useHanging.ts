import { useGetList } from 'react-admin';
import type { Entity } from '#schemas/generated/types.ts';
import { countOf } from '../provider/pages.ts';

interface Hanging {
  label: string;
  /** Undefined until it is known. */
  count: number | undefined;
  to: string;
}

/** What refers to the entity, with the way to it. */
export function useHanging(entity: Entity): Hanging[] {
  const below = { parent: entity.id, subType: 'abstract' };
  const clients = { parent: entity.id, subType: 'client' };
  const channels = { entityId: entity.id };
  return [
    { label: 'Entities right below', count: useTotal('entities', below), to: listOf('entities', below) },
    { label: 'Members', count: entity.members.length, to: `/entities/${entity.id}` },
    { label: 'Clients right below', count: useTotal('entities', clients), to: listOf('entities', clients) },
    { label: 'Channels', count: useTotal('channels', channels), to: listOf('channels', channels) },
  ];
}

function useTotal(resource: string, filter: Record<string, unknown>): number | undefined {
  return countOf(useGetList(resource, { filter, pagination: { page: 1, perPage: 1 } }));
}

const listOf = (resource: string, filter: object) =>
  `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
