import type { RaRecord } from 'react-admin';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { resourceNamed } from '../generate/catalogue.ts';

/** What a list is told to bring the records of: the names of its fields that refer to others, as `meta.populate`. */
export function populatedIn(meta: unknown): string[] {
  const names = isRecord(meta) && Array.isArray(meta.populate) ? meta.populate : [];
  return names.filter((name) => typeof name === 'string');
}

/**
 * Rows as react-admin knows them, with ids, beside the records that stood in the place of these: it keeps them as if each had
 * been asked for, in the order in which the cells of the list name them.
 */
export function apart({ fields }: Resource, rows: RaRecord[], names: string[]) {
  const prefetched: Record<string, RaRecord[]> = {};
  const references = names.flatMap((name) => {
    const target = resourceNamed(fields.find((field) => field.name === name)?.property['x-ref'] ?? '');
    return target ? [{ name, path: target.path }] : [];
  });
  const data = rows.map((row) => {
    const ids = references.flatMap(({ name, path }) => {
      const record: unknown = row[name];
      if (!isRecord(record) || typeof record.id !== 'string') return [];
      const { id } = record;
      const kept = prefetched[path] ?? [];
      prefetched[path] = kept.some((each) => each.id === id) ? kept : [...kept, { ...record, id }];
      return [[name, id]];
    });
    return { ...row, ...Object.fromEntries(ids) };
  });
  return { data, meta: { prefetched } };
}

/** The records at a path that came along with the rows of a list; undefined for a list that brings none. */
export function cameAlong(meta: unknown, path: string): Record<string, unknown>[] | undefined {
  if (!isRecord(meta) || !isRecord(meta.prefetched)) return undefined;
  const records: unknown = meta.prefetched[path];
  return Array.isArray(records) ? records.filter(isRecord) : [];
}
