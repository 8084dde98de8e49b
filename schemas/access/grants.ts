import type { ResourceVocabulary } from '../generated/vocabulary.ts';

type Access = NonNullable<ResourceVocabulary['x-access']>;
type GrantOrGrants = NonNullable<Access[string]>;

/** What somebody is to the schemas, by which `x-access` gives rights: the words that their vocabulary knows. */
export const principals = ['DEVELOPER', 'AGENCY_ADMIN', 'AGENCY_USER', 'GUILD_MANAGER', 'SIGNED_IN'] as const;
export type Principal = (typeof principals)[number];
/** What one line of `x-access` gives. */
export type Grant = GrantOrGrants extends infer Each ? (Each extends readonly (infer Item)[] ? Item : Each) : never;
export type Scope = Grant['scope'];
export type GrantedAction = Grant['actions'][number];

/** The lines that `x-access` has for a principal. */
export const grantsOf = (grants: Grant | Grant[] | undefined): Grant[] => (grants === undefined ? [] : [grants].flat());
