import { conditionOf } from '../../access/ability.ts';
import type { Viewer } from '../../access/viewer.ts';
import { isResourceName, resource } from '../../store/model.ts';
import { pathReader } from '../../store/path-reader.ts';
import { store } from '../../store/store.ts';
import { answerOf } from '../rules/answer.ts';
import type { Column } from './columns.ts';

interface Asking {
  columns: Column[];
  populate: string[];
  viewer: Viewer;
}

/** What is written for the ids of one column; nothing for a column that is written as it is. */
type Names = Map<string, string> | undefined;

/** Names of one type that are kept for later rows of the same file. */
const most = 10_000;

/**
 * Finds the names of what records refer to, for each column that `populate` asks for: one query for each type and each
 * some hundred records, none for what is known already. What the viewer may not read stays an id.
 */
export function referenceNames({ columns, populate, viewer }: Asking): (records: object[]) => Promise<Names[]> {
  const known = new Map<string, Map<string, string>>();
  const asked = columns.map(({ name, refersTo }) => {
    if (!refersTo || !populate.includes(shortName(name))) return undefined;
    const names = known.get(refersTo) ?? new Map<string, string>();
    known.set(refersTo, names);
    return { type: refersTo, names, read: pathReader(name.split('.')) };
  });
  return async (records) => {
    for (const names of known.values()) if (names.size > most) names.clear();
    const missing = new Map<string, Set<string>>();
    for (const { type, names, read } of asked.filter((each) => each !== undefined)) {
      const ids = records.flatMap((record) => [read(record)].flat()).filter((id) => typeof id === 'string');
      missing.set(type, new Set([...(missing.get(type) ?? []), ...ids.filter((id) => !names.has(id))]));
    }
    await Promise.all(
      [...missing].map(async ([type, ids]) => {
        for (const [id, name] of await namesOf(type, [...ids], viewer)) known.get(type)?.set(id, name);
      }),
    );
    return asked.map((each) => each?.names);
  };
}

/** As `populate` names a reference: 'products.product' by 'product', 'channelId' by 'channel'. */
const shortName = (column: string): string => column.slice(column.lastIndexOf('.') + 1).replace(/Id$/, '');

async function namesOf(type: string, ids: string[], viewer: Viewer): Promise<[string, string][]> {
  const condition = conditionOf(viewer.ability, 'read', type);
  if (!condition || !isResourceName(type) || ids.length === 0) return [];
  const target = resource(type);
  const field = target.fields.some(({ name }) => name === 'name') ? 'name' : (target.columns[0] ?? 'id');
  const found = await store(type).find({ filter: { $and: [{ _id: { $in: ids } }, condition] }, only: [field] });
  return found.map((record) => [record.id, String(answerOf(target, record, viewer)[field] ?? record.id)]);
}
