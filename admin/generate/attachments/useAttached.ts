import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDataProvider } from 'react-admin';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { FileValue, KnownFile } from '#schemas/forms/kinds/file.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { resourceNamed } from '../catalogue.ts';
import { fileWords } from './file-words.ts';

/** A file with what it is, in words. */
export type AttachedFile = KnownFile & { about?: string };

/** Where the records that a property names are, when they are attachments. */
export const attachmentPath = (property: Property): string => resourceNamed(property['x-ref'] ?? '')?.path ?? '';

const keyOf = (path: string, id: string) => [path, 'attached', id];

/** The ids in a value: one, a list of them, or none. */
export function idsIn(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each) => typeof each === 'string' && each !== '').map(String);
}

/** The files of some ids: each is asked for by itself, since a list is of one's own alone. */
export function useAttached(path: string, ids: string[]): AttachedFile[] {
  const provider = useDataProvider();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: keyOf(path, id),
      // Its name and bytes never change.
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async (): Promise<RaRecord> => (await provider.getOne(path, { id })).data,
    })),
    combine: (found) => found.map(({ data, isError }, index) => attachedOf(data, ids[index] ?? '', isError)),
  });
}

/** Keeps what an upload was answered, so that it is not asked for again. */
export function useKnowing(path: string): (uploaded: FileValue) => void {
  const cache = useQueryClient();
  return (uploaded) => cache.setQueryData(keyOf(path, uploaded.id), uploaded);
}

/** A record of a file as far as it is there; an id alone is no link. */
export function attachedOf(record: unknown, id: string, isMissing: boolean): AttachedFile {
  if (!isRecord(record)) return { name: isMissing ? `File ${id}` : '…' };
  const { name, mimeType, size } = record;
  const words = fileWords({ name: String(name), mimeType: String(mimeType), size });
  return { id, name: String(name), mimeType: String(mimeType), about: words };
}
