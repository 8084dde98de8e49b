import { LRUCache } from 'lru-cache';
import { decideAccess } from '#schemas/access/product-access.ts';
import type { User } from '#schemas/generated/types.ts';
import { store } from '../store/store.ts';
import { moveVersion, type Versions, versionOf } from '../store/versions.ts';

/**
 * What a person's place in the organisation gives: computed from the database once, then kept until the version that
 * every session look-up reads has moved on (performance 1: rights cached under a version).
 */
export interface Rights {
  /** The topmost entities that the person is a member of; all below belong to them too. */
  entities: string[];
  /** The entities whose members the person manages, by the flag of a membership. */
  managed: string[];
  /** Every entity above those. */
  above: string[];
  /** The order forms of the person's channels. */
  forms: string[];
  /** The products that availability and access rules leave (design 4). */
  products: string[];
}

/** The flag of a member who manages the members of that entity, whatever the role (design 4). */
const MANAGE_MEMBERS = 1;

/** Reads the rights of a user: five small queries, three round trips. */
export async function computeRights(user: User): Promise<Rights> {
  const members = await store('EntityMember').find({ filter: { user: user.id } });
  const own = await store('Entity').find({ filter: { _id: { $in: members.map(({ entity }) => entity) } } });
  const ids = new Set(own.map(({ id }) => id));
  const lines = own.map(({ id, treeScope }) => treeScope.filter((each) => each !== id));
  const entities = own.filter((_, index) => !lines[index]?.some((each) => ids.has(each))).map(({ id }) => id);
  const above = [...new Set(lines.flat())].filter((each) => !ids.has(each));
  const [channels, products] = await Promise.all([
    store('Channel').find({ filter: { $or: [{ treeScope: { $in: entities } }, { entityId: { $in: above } }] } }),
    store('Product').find({}),
  ]);
  return {
    entities,
    managed: members.filter(({ flags }) => (flags & MANAGE_MEMBERS) !== 0).map(({ entity }) => entity),
    above,
    forms: [...new Set(channels.map(({ orderFormId }) => orderFormId))],
    products: decideAccess(products, { user: user.id, entities: [...ids, ...above] }),
  };
}

const subject = 'rights';

/** Makes every kept right stale, in the transaction of the write that changes who may do what. */
export async function touchRights(): Promise<void> {
  await moveVersion(subject);
}

interface Kept {
  version: string;
  rights: Promise<Rights>;
}

/** Bounded by the ids that they hold: a product list of thousands may be in each. */
const cache = new LRUCache<string, Kept>({ max: 5_000, maxSize: 1_000_000 });

/** The rights of a user as of these versions, from memory when they were computed for them already. */
export async function rightsOf(user: User, versions: Versions): Promise<Rights> {
  const key = user.id;
  const version = versionOf(versions, subject);
  const kept = cache.get(key);
  if (kept?.version === version) return await kept.rights;
  const computed = { version, rights: computeRights(user) };
  cache.set(key, computed, { size: 1 });
  try {
    const rights = await computed.rights;
    if (cache.peek(key) === computed) cache.set(key, computed, { size: 1 + Object.values(rights).flat().length });
    return rights;
  } catch (error) {
    if (cache.peek(key) === computed) cache.delete(key);
    throw error;
  }
}
