import type { ResourceVocabulary } from '../generated/vocabulary.ts';

type Access = NonNullable<ResourceVocabulary['x-access']>;
type GrantOrGrants = NonNullable<Access[string]>;

/** The roles and flags that `x-access` grants rights to. The vocabulary knows the same words. */
export const principals = ['DEVELOPER', 'AGENCY_ADMIN', 'AGENCY_USER', 'GUILD_MANAGER', 'SIGNED_IN'] as const;
export type Principal = (typeof principals)[number];
/** One grant of `x-access`: the actions and the scope of the records they apply to. */
export type Grant = GrantOrGrants extends infer Each ? (Each extends readonly (infer Item)[] ? Item : Each) : never;
export type Scope = Grant['scope'];
export type GrantedAction = Grant['actions'][number];

/** The grants of `x-access` for one principal, as a list. */
export const grantsOf = (grants: Grant | Grant[] | undefined): Grant[] => (grants === undefined ? [] : [grants].flat());
