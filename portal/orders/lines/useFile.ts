import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FileValue, KnownFile } from '#schemas/forms/kinds/file.ts';
import { request } from '../../api/request.ts';

/** A file by its id. Its name and bytes never change. */
export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: ['files', 'record', id],
    queryFn: ({ signal }) => request<FileValue>({ path: `files/${id}`, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: id !== '',
  });

/** The file of an id, as far as it is there; an id alone is no link. */
export function useFile(id: string): KnownFile {
  const { data, isError } = useQuery(fileQuery(id));
  if (data) return { id: data.id, name: data.name, mimeType: data.mimeType };
  return { name: isError ? `File ${id}` : '…' };
}
