import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FileValue, KnownFile } from '#schemas/forms/kinds/file.ts';
import { request } from '../../api/request.ts';

/** Query options of a file record. Files are immutable, so it is cached forever. */
export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: ['files', 'record', id],
    queryFn: ({ signal }) => request<FileValue>({ path: `files/${id}`, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: id !== '',
  });

/** Hook: a file by its id; without the record it has a placeholder name and no link. */
export function useFile(id: string): KnownFile {
  const { data, isError } = useQuery(fileQuery(id));
  if (data) return { id: data.id, name: data.name, mimeType: data.mimeType };
  return { name: isError ? `File ${id}` : '…' };
}
