import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDataProvider } from 'react-admin';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { FileValue, KnownFile } from '#schemas/forms/kinds/file.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { resourceByName } from '../catalogue.ts';

/** An attachment with its description. */
export type AttachmentFile = KnownFile & { about?: string };

/** Path of the resource that stores the attachments of a property. */
export const attachmentPath = (property: Property): string => resourceByName(property['x-ref'] ?? '')?.path ?? '';

const keyOf = (path: string, id: string) => [path, 'attached', id];

/** Normalizes a value to a list of ids. */
export function idsIn(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each) => typeof each === 'string' && each !== '').map(String);
}

/** Loads attachments one by one: the list endpoint only returns the user's own files. */
export function useAttachments(path: string, ids: string[]): AttachmentFile[] {
  const provider = useDataProvider();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: keyOf(path, id),
      // Attachments are immutable.
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async (): Promise<RaRecord> => (await provider.getOne(path, { id })).data,
    })),
    combine: (found) => found.map(({ data, isError }, index) => toAttachment(data, ids[index] ?? '', isError)),
  });
}

/** Adds the response of an upload to the cache, so that it is not loaded again. */
export function useCacheUpload(path: string): (uploaded: FileValue) => void {
  const cache = useQueryClient();
  return (uploaded) => cache.setQueryData(keyOf(path, uploaded.id), uploaded);
}

/** Converts an attachment record; without data the file has no link. */
export function toAttachment(record: unknown, id: string, isMissing: boolean): AttachmentFile {
  if (!isRecord(record)) return { name: isMissing ? `File ${id}` : '…' };
  const { name, mimeType, size } = record;
  const words = describeFile({ name: String(name), mimeType: String(mimeType), size });
  return { id, name: String(name), mimeType: String(mimeType), about: words };
}

/** Describes a file by type and size: 'PNG, 12 KB'. Uses the file extension if the MIME type is long. */
export function describeFile({ name, mimeType, size }: { name: string; mimeType: string; size?: unknown }): string {
  const subtype = /^\w+\/(?:x-)?([a-z0-9]{1,5})$/.exec(mimeType)?.[1];
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1];
  // text/plain covers many formats, so the extension says more.
  const type = ((subtype === 'plain' ? extension : subtype) ?? extension ?? 'file').toUpperCase();
  return typeof size === 'number' ? `${type}, ${sizeWords(size)}` : type;
}

function sizeWords(bytes: number): string {
  const [unit, words] = bytes < 1_000_000 ? [1_000, 'KB'] : [1_000_000, 'MB'];
  const amount = Math.max(bytes / unit, 0.1).toLocaleString('en-US', {
    maximumFractionDigits: bytes < 10 * unit ? 1 : 0,
  });
  return `${amount} ${words}`;
}
