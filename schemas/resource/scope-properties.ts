import type { ResourceVocabulary } from '../generated/vocabulary.ts';

type Grants = NonNullable<ResourceVocabulary['x-access']>[keyof NonNullable<ResourceVocabulary['x-access']>];
export type Grant = NonNullable<
  Grants extends infer Each ? (Each extends readonly (infer Item)[] ? Item : Each) : never
>;
export type Scope = Grant['scope'];

/**
 * The properties that the database condition of each scope of x-access needs; `owner` stands for the one named by
 * x-store.owner.
 */
export const scopeProperties = {
  all: [],
  tree: ['treeScope'],
  shownInTree: ['treeScope', 'hidden'],
  own: ['owner'],
  ownInTree: ['owner', 'treeScope'],
  line: ['treeScope', 'entityId'],
  guild: ['guild'],
  notAdmins: ['roles'],
  self: [],
  channelForms: ['offeredIn', 'offeredBy'],
  openProducts: ['openTo', 'closedTo'],
  guildItself: [],
  managedEntities: ['entity'],
} satisfies Record<Scope, string[]>;
