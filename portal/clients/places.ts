import type { Client, Entity } from '#schemas/generated/types.ts';

/** An organization that clients may belong to, with its depth among those that one may see. */
export interface Place extends Pick<Entity, 'id' | 'name' | 'treeScope'> {
  depth: number;
}

/** Organizations as the lines of their tree: each after the one above it, those of one place by name. */
export function placesOf(entities: readonly Pick<Entity, 'id' | 'name' | 'parent' | 'treeScope'>[]): Place[] {
  const known = new Set(entities.map(({ id }) => id));
  const below = (parent: string | null, depth: number): Place[] =>
    entities
      .filter((each) => (each.parent && known.has(each.parent) ? each.parent : null) === parent)
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .flatMap(({ id, name, treeScope }) => [{ id, name, treeScope, depth }, ...below(id, depth + 1)]);
  return below(null, 0);
}

/** Those a new client may go to, within a channel those of its entity's tree, and the one to begin with: the channel's entity. */
export function choicesFor(places: readonly Place[], channelEntity?: string): { choices: Place[]; first: string } {
  const inTree = places.filter(({ treeScope }) => !channelEntity || treeScope.includes(channelEntity));
  const choices = inTree.length > 0 ? inTree : [...places];
  const own = choices.find(({ id }) => id === channelEntity) ?? (choices.length === 1 ? choices[0] : undefined);
  return { choices, first: own?.id ?? '' };
}

/** Where a client belongs, from the top down, as far as one may see it; '' for one outside the tree. */
export function placeOf({ treeScope }: Pick<Client, 'treeScope'>, places: readonly Place[]): string {
  const names = treeScope.slice(1).map((id) => places.find((place) => place.id === id)?.name);
  return names
    .filter((name) => name !== undefined)
    .toReversed()
    .join(' › ');
}
