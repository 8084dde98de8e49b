import type { ResourceVocabulary } from '../generated/vocabulary.ts';

type Access = NonNullable<ResourceVocabulary['x-access']>;
type GrantOrGrants = NonNullable<Access[Principal]>;

/** What somebody is to the schemas, by which `x-access` gives rights. */
export type Principal = keyof Access;
/** What one line of `x-access` gives. */
export type Grant = GrantOrGrants extends infer Each ? (Each extends readonly (infer Item)[] ? Item : Each) : never;
export type Scope = Grant['scope'];
export type GrantedAction = Grant['actions'][number];

/** The lines that `x-access` has for a principal. */
export const grantsOf = (grants: Grant | Grant[] | undefined): Grant[] => (grants === undefined ? [] : [grants].flat());
