import type { ResourceVocabulary } from '../generated/vocabulary.ts';

type Access = NonNullable<ResourceVocabulary['x-access']>;
type GrantOrGrants = NonNullable<Access[string]>;

/** The roles and flags that `x-access` grants rights to. The vocabulary knows the same words. */
export const principals = ['DEVELOPER', 'AGENCY_ADMIN', 'AGENCY_USER', 'GUILD_MANAGER', 'SIGNED_IN'] as const;
export type Principal = (typeof principals)[number];
/** One grant of `x-access`: the actions and the scope of the records they apply to. */
export type AccessGrant = GrantOrGrants extends infer Each
  ? Each extends readonly (infer Item)[]
    ? Item
    : Each
  : never;
export type AccessScope = AccessGrant['scope'];
export type GrantedAction = AccessGrant['actions'][number];

/** The grants of `x-access` for one principal, as a list. */
export const grantsForPrincipal = (grants: AccessGrant | AccessGrant[] | undefined): AccessGrant[] =>
  grants === undefined ? [] : [grants].flat();
