import { LRUCache } from 'lru-cache';
import type { Records } from '#schemas/generated/types.ts';
import { countsOf } from './cache-counts.ts';
import { type ResourceName, resource } from './model.ts';
import { store } from './store.ts';
import { isInTransaction } from './transaction.ts';
import { type Versions, versionOf, versionsNow } from './versions.ts';

/** Of one resource, and what they weigh together as JSON: a form may have some hundred kilobytes, most records have one. */
const most = 1_000;
const heaviest = 4_000_000;

interface Kept {
  version: string;
  records: LRUCache<string, object>;
}

const kept = new Map<ResourceName, Kept>();
const current: { versions: Versions } = { versions: new Map() };

/**
 * Has records be kept under these versions from here on: those of a resource whose version is another are forgotten when
 * they are asked for next. A request that began before the others may come with older ones: what is read from then on is
 * no older for that.
 */
export function keepAsOf(versions: Versions): void {
  current.versions = versions;
}

/** The same for work that no request has begun: a job calls it before what it does. */
export async function keepAsOfNow(): Promise<void> {
  keepAsOf(await versionsNow());
}

/**
 * Records that are read with each save and change seldom, by id, from memory where they are there: only of resources with
 * `x-store.kept: true`, each of whose writes moves the one version of all. Who gets them must not change them.
 */
export async function keptRecords<Name extends ResourceName>(
  name: Name,
  ids: string[],
): Promise<Map<string, Records[Name]>> {
  const known = keptOf(name);
  const answer = new Map<string, Records[Name]>();
  // What a transaction sees may still be undone, and may be older or newer than what the others see.
  const isKept = !isInTransaction();
  for (const id of isKept ? ids : []) {
    const record = known.get(id);
    if (record) answer.set(id, record);
  }
  const missing = [...new Set(ids)].filter((id) => !answer.has(id));
  const counts = countsOf(name);
  counts.hits += answer.size;
  counts.misses += missing.length;
  if (missing.length === 0) return answer;
  for (const record of await store(name).find({ filter: { _id: { $in: missing } } })) {
    answer.set(record.id, record);
    if (isKept) known.set(record.id, record);
  }
  return answer;
}

function keptOf<Name extends ResourceName>(name: Name): LRUCache<string, Records[Name]>;
function keptOf(name: ResourceName): LRUCache<string, object> {
  const version = versionOf(current.versions, name);
  const there = kept.get(name);
  if (there?.version === version) return there.records;
  if (resource(name).schema['x-store']?.kept !== true)
    throw new Error(`${name} is not kept as a whole: its schema must say so`);
  const made = {
    version,
    records: new LRUCache<string, object>({ max: most, maxSize: heaviest, sizeCalculation: weightOf }),
  };
  kept.set(name, made);
  return made.records;
}

const weightOf = (record: object): number => JSON.stringify(record).length;
