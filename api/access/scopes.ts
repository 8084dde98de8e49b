import type { User } from '#schemas/generated/types.ts';
import type { ResourceVocabulary } from '#schemas/generated/vocabulary.ts';
import type { Rights } from './rights.ts';

type Access = NonNullable<ResourceVocabulary['x-access']>;
export type Principal = keyof Access;
type GrantOrGrants = NonNullable<Access[Principal]>;
export type Grant = GrantOrGrants extends infer Each ? (Each extends readonly (infer Item)[] ? Item : Each) : never;
export type Scope = Grant['scope'];

/** A condition on a record under the API's field names; several are alternatives, none means never. */
export type Condition = Record<string, unknown>;

interface ScopeInput {
  user: User;
  rights: Rights;
  owner: string;
}

/** What each scope of a schema's x-access means (design 4). */
export const scopes = {
  all: () => [{}],
  tree: ({ rights }) => (rights.entities.length > 0 ? [{ treeScope: { $in: rights.entities } }] : []),
  shownInTree: ({ rights }) =>
    rights.entities.length > 0 ? [{ treeScope: { $in: rights.entities }, hidden: false }] : [],
  own: ({ user, owner }) => [{ [owner]: user.id }],
  ownInTree: ({ user, rights, owner }) => [
    { [owner]: user.id, treeScope: { $size: 0 } },
    ...(rights.entities.length > 0 ? [{ [owner]: user.id, treeScope: { $in: rights.entities } }] : []),
  ],
  self: ({ user }) => [{ id: user.id }],
  line: ({ rights }) => [
    ...(rights.entities.length > 0 ? [{ treeScope: { $in: rights.entities } }] : []),
    ...(rights.above.length > 0 ? [{ entityId: { $in: rights.above } }] : []),
  ],
  channelForms: ({ rights }) => [{ id: { $in: rights.forms } }],
  grantedProducts: ({ rights }) => [{ id: { $in: rights.products } }],
  guild: ({ user }) => (user.guild ? [{ guild: user.guild }] : []),
  guildItself: ({ user }) => (user.guild ? [{ id: user.guild }] : []),
  managedEntities: ({ rights }) => (rights.managed.length > 0 ? [{ entity: { $in: rights.managed } }] : []),
} satisfies Record<Scope, (input: ScopeInput) => Condition[]>;
