import type { Migration } from './migration.ts';
import { searchWords } from './migrations/0001-search-words.ts';

/** Every migration of the product in the order of its name: a file of its own in `migrations/`, and a line here. */
export const migrations: Migration[] = [searchWords];
