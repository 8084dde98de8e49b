import { conditionOf } from '../../access/ability.ts';
import type { Viewer } from '../../access/viewer.ts';
import { isResourceName, resource } from '../../store/model.ts';
import { pathReader } from '../../store/reader.ts';
import { storeOf } from '../../store/store.ts';
import { toResponse } from '../rules/serializer.ts';
import type { Column } from './columns.ts';

interface NameOptions {
  columns: Column[];
  populate: string[];
  viewer: Viewer;
}

/** Names by id for one column; undefined for a column without references. */
type Names = Map<string, string> | undefined;

/** Maximum number of cached names per type. */
const maxCachedNames = 10_000;

/**
 * Resolves references to names for the columns in `populate`: one query per type and batch, without ids that are
 * already cached. Ids that the viewer may not read stay ids.
 */
export function referenceNames({ columns, populate, viewer }: NameOptions): (records: object[]) => Promise<Names[]> {
  const cache = new Map<string, Map<string, string>>();
  const lookups = columns.map(({ name, refersTo }) => {
    if (!refersTo || !populate.includes(shortName(name))) return undefined;
    const names = cache.get(refersTo) ?? new Map<string, string>();
    cache.set(refersTo, names);
    return { type: refersTo, names, read: pathReader(name.split('.')) };
  });
  return async (records) => {
    for (const names of cache.values()) if (names.size > maxCachedNames) names.clear();
    const missing = new Map<string, Set<string>>();
    for (const { type, names, read } of lookups.filter((each) => each !== undefined)) {
      const ids = records.flatMap((record) => [read(record)].flat()).filter((id) => typeof id === 'string');
      missing.set(type, new Set([...(missing.get(type) ?? []), ...ids.filter((id) => !names.has(id))]));
    }
    await Promise.all(
      [...missing].map(async ([type, ids]) => {
        for (const [id, name] of await namesOf(type, [...ids], viewer)) cache.get(type)?.set(id, name);
      }),
    );
    return lookups.map((each) => each?.names);
  };
}

/** A reference's name in `populate`: 'products.product' is 'product', 'channelId' is 'channel'. */
const shortName = (column: string): string => column.slice(column.lastIndexOf('.') + 1).replace(/Id$/, '');

async function namesOf(type: string, ids: string[], viewer: Viewer): Promise<[string, string][]> {
  const condition = conditionOf(viewer.ability, 'read', type);
  if (!condition || !isResourceName(type) || ids.length === 0) return [];
  const target = resource(type);
  const field = target.fields.some(({ name }) => name === 'name') ? 'name' : (target.columns[0] ?? 'id');
  const found = await storeOf(type).find({ filter: { $and: [{ _id: { $in: ids } }, condition] }, only: [field] });
  return found.map((record) => [record.id, String(toResponse(target, record, viewer)[field] ?? record.id)]);
}
