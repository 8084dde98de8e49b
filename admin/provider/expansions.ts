import type { RaRecord } from 'react-admin';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { resourceByName } from '../generate/catalogue.ts';

/** What a list requests besides its rows; passed to `getList` as `meta`. */
export type ListMeta = {
  /** Names of the references to expand. */
  populate?: string[];
  /** Names of the amounts to add up over all matches. */
  sum?: string[];
  /** Names of the fields to return; those of a list row by default. */
  columns?: string[];
};

/** Reads the names of a list's meta; empty for anything else. */
export function listMetaOf(meta: unknown): Required<ListMeta> {
  const given = isRecord(meta) ? meta : {};
  return { populate: texts(given.populate), sum: texts(given.sum), columns: texts(given.columns) };
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/**
 * Splits expanded rows: puts ids back in place and collects the records by resource. react-admin caches `prefetched`
 * records as if they had been loaded on their own, in the order of the cells; `nameOnly` are those that the user may not
 * open.
 */
export function splitExpansions({ fields }: Resource, rows: RaRecord[], names: string[]) {
  const prefetched: RecordsByPath = {};
  const nameOnly: RecordsByPath = {};
  const references = names.flatMap((name) => {
    const target = resourceByName(fields.find((field) => field.name === name)?.property['x-ref'] ?? '');
    return target ? [{ name, path: target.path }] : [];
  });
  const data = rows.map((row) => {
    const ids = references.flatMap(({ name, path }) => {
      const record: unknown = row[name];
      if (!isRecord(record) || typeof record.id !== 'string') return [];
      const { id } = record;
      const found = Object.keys(record).every((key) => key === 'id' || key === 'name') ? nameOnly : prefetched;
      const list = found[path] ?? [];
      found[path] = list.some((each) => each.id === id) ? list : [...list, { ...record, id }];
      return [[name, id]];
    });
    return { ...row, ...Object.fromEntries(ids) };
  });
  return { data, meta: { prefetched, nameOnly } };
}

type RecordsByPath = Record<string, RaRecord[]>;

/** Returns the expanded records of a resource from a list's meta; undefined if the list has none. */
export function expandedRecords(meta: unknown, path: string): Record<string, unknown>[] | undefined {
  if (!isRecord(meta) || !isRecord(meta.prefetched)) return undefined;
  return [meta.prefetched, meta.nameOnly].flatMap((records) => {
    const ofPath: unknown = isRecord(records) ? records[path] : undefined;
    return Array.isArray(ofPath) ? ofPath.filter(isRecord) : [];
  });
}
