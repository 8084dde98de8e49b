import type { Migration } from './migration.ts';
import { searchWords } from './migrations/0001-search-words.ts';
import { recordsInLists } from './migrations/0002-records-in-lists.ts';
import { formVersions } from './migrations/0003-form-versions.ts';
import { verifiedAddresses } from './migrations/0004-verified-addresses.ts';
import { treeScopes } from './migrations/0005-tree-scopes.ts';
import { externalIds } from './migrations/0006-external-ids.ts';
import { revisionsAndExpiry } from './migrations/0007-revisions-and-expiry.ts';

/** Every migration of the product in the order of its name: a file of its own in `migrations/`, and a line here. */
export const migrations: Migration[] = [
  searchWords,
  recordsInLists,
  formVersions,
  verifiedAddresses,
  treeScopes,
  externalIds,
  revisionsAndExpiry,
];
