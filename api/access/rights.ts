import type { EntityMember } from '#schemas/generated/types.ts';
import { keptAnswers } from '../store/kept-answers.ts';
import { store } from '../store/store.ts';

/** What a person's place in the organization gives, each part with the memberships that it comes from. */
export interface Rights {
  memberships: EntityMember[];
  /** The topmost entities that the person is a member of; all below belong to them too. */
  entities: string[];
  /** The entities whose members the person manages, by the flag of a membership. */
  managed: string[];
  /** Every entity above those that the person is a member of. */
  above: string[];
}

/** The flag of a member who manages the members of that entity, whatever the role (design 4). */
const MANAGE_MEMBERS = 1;

/** Whether a membership lets its user manage the members of its entity. */
export const managesMembers = ({ flags }: Pick<EntityMember, 'flags'>): boolean => (flags & MANAGE_MEMBERS) !== 0;

/**
 * The rights of a user as of these versions: by one query where memberships have changed, else from memory. A membership
 * carries its entity's line, which moves in the transaction that moves the entity.
 */
export const rightsOf = keptAnswers({
  of: 'EntityMember',
  read: async (user) => asRights(await store('EntityMember').find({ filter: { user } })),
  weigh: ({ memberships }) => 1 + memberships.length,
});

function asRights(memberships: EntityMember[]): Rights {
  const ids = new Set(memberships.map(({ entity }) => entity));
  const isBelow = ({ entity, treeScope }: EntityMember) => treeScope.some((id) => id !== entity && ids.has(id));
  const line = new Set(memberships.flatMap(({ treeScope }) => treeScope));
  return {
    memberships,
    entities: memberships.filter((each) => !isBelow(each)).map(({ entity }) => entity),
    managed: memberships.filter(managesMembers).map(({ entity }) => entity),
    above: [...line].filter((id) => !ids.has(id)),
  };
}
