import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Client, Entity } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';

/** An organization that clients can belong to, with its depth in the visible tree. */
export interface OrganizationNode extends Pick<Entity, 'id' | 'name' | 'treeScope'> {
  depth: number;
}

/** Flattens organizations into the rows of their tree: each follows its parent, and siblings are sorted by name. */
export function organizationTree(
  entities: readonly Pick<Entity, 'id' | 'name' | 'parent' | 'treeScope'>[],
): OrganizationNode[] {
  const knownIds = new Set(entities.map(({ id }) => id));
  const below = (parent: string | null, depth: number): OrganizationNode[] =>
    entities
      .filter((each) => (each.parent && knownIds.has(each.parent) ? each.parent : null) === parent)
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .flatMap(({ id, name, treeScope }) => [{ id, name, treeScope, depth }, ...below(id, depth + 1)]);
  return below(null, 0);
}

/**
 * Returns the organizations that a new client can belong to, within a channel those of its entity's tree. `first` is
 * the preselected one: the channel's entity, or the only choice.
 */
export function organizationChoices(
  places: readonly OrganizationNode[],
  channelEntity?: string,
): { choices: OrganizationNode[]; first: string } {
  const inTree = places.filter(({ treeScope }) => !channelEntity || treeScope.includes(channelEntity));
  const choices = inTree.length > 0 ? inTree : [...places];
  const preselected = choices.find(({ id }) => id === channelEntity) ?? (choices.length === 1 ? choices[0] : undefined);
  return { choices, first: preselected?.id ?? '' };
}

/** The organizations in the trees of these ones. */
export const organizationsWithin = (places: readonly OrganizationNode[], ids: readonly string[]): OrganizationNode[] =>
  places.filter(({ treeScope }) => treeScope.some((id) => ids.includes(id)));

/**
 * Returns the path of organizations above a client, from the top down, limited to what the person may see; '' for a client
 * outside the tree.
 */
export function organizationPath(
  { treeScope }: Pick<Client, 'treeScope'>,
  places: readonly OrganizationNode[],
): string {
  const names = treeScope.slice(1).map((id) => places.find((place) => place.id === id)?.name);
  return names
    .filter((name) => name !== undefined)
    .toReversed()
    .join(' › ');
}

/** Upper limit of the list. A person with more organizations sees only the first ones. */
const maxOrganizations = 1_000;

const organizations = queryOptions({
  queryKey: ['entities', 'organizations'],
  queryFn: ({ signal }) => {
    const range = JSON.stringify([0, maxOrganizations - 1]);
    const query = { filter: JSON.stringify({ subType: 'abstract' }), range, sort: JSON.stringify(['name', 'ASC']) };
    return request<Entity[]>({ path: 'entities', query, signal });
  },
  select: organizationTree,
  staleTime: 60_000,
});

/** Hook: the organizations that the person may see, in tree order. */
export const useOrganizations = () => useQuery(organizations);
