import type { Records } from '#schemas/generated/types.ts';
import type { ResourceName } from './model.ts';
import { store } from './store.ts';
import { isInTransaction } from './transaction.ts';
import { type Versions, versionOf } from './versions.ts';

const most = 1_000;

interface Kept {
  version: string | undefined;
  records: Map<ResourceName, unknown>;
}

const current: { kept: Kept } = { kept: { version: undefined, records: new Map() } };

/**
 * Forgets all records when the version of the rights is another than it was. A request that began before the others may
 * come with the one before: what is read from then on is no older for that.
 */
export function keepAsOf(versions: Versions): void {
  const version = versionOf(versions, 'rights');
  if (version !== current.kept.version) current.kept = { version, records: new Map() };
}

/**
 * Records that are read with each save and change seldom, by id, from memory where they are there. Every write of such a
 * resource must call `touchRights` in its own transaction. Who gets them must not change them.
 */
export async function keptRecords<Name extends ResourceName>(
  name: Name,
  ids: string[],
): Promise<Map<string, Records[Name]>> {
  const known = keptOf(name, current.kept);
  const answer = new Map<string, Records[Name]>();
  // What a transaction sees may still be undone, and may be older or newer than what the others see.
  const isKept = !isInTransaction();
  for (const id of isKept ? ids : []) {
    const record = known.get(id);
    if (record) answer.set(id, record);
  }
  const missing = [...new Set(ids)].filter((id) => !answer.has(id));
  if (missing.length === 0) return answer;
  const found = await store(name).find({ filter: { _id: { $in: missing } } });
  if (isKept && known.size + found.length > most) known.clear();
  for (const record of found) {
    answer.set(record.id, record);
    if (isKept) known.set(record.id, record);
  }
  return answer;
}

function keptOf<Name extends ResourceName>(name: Name, kept: Kept): Map<string, Records[Name]>;
function keptOf(name: ResourceName, { records }: Kept): unknown {
  const there = records.get(name);
  if (there) return there;
  const made = new Map();
  records.set(name, made);
  return made;
}
