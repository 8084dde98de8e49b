import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { localTimeZone } from '#portal/forms/dates/days.ts';
import { fileSizeError, fileTypeError } from '#portal/forms/files/fileValidation.ts';
import type { Import } from '#schemas/generated/types.ts';
import { importUndoDays } from '#schemas/resource/imports.ts';
import { ifMatchHeaders } from '../provider/data.ts';
import { request } from '../provider/http.ts';

/** The fields of an import in lists. */
export type ImportSummary = Pick<
  Import,
  | 'id'
  | 'revision'
  | 'resource'
  | 'fileName'
  | 'batch'
  | 'kind'
  | 'status'
  | 'hidden'
  | 'rows'
  | 'createdAt'
  | 'endedAt'
>;

const key = ['imports'];

/** Polling interval in milliseconds for imports in progress. */
const pollInterval = 1_000;
const activeStatuses: Import['status'][] = ['checking', 'running', 'undoing', 'hiding', 'showing', 'removing'];
const pollIntervalOf = (statuses: Import['status'][]) =>
  statuses.some((each) => activeStatuses.includes(each)) && pollInterval;

/**
 * Loads the imports of a resource, newest first; for report rows only those of the report's kind. Polls while one is in
 * progress.
 */
export function useImports(resource: Import['resource'], kind: Import['kind']) {
  return useQuery({
    queryKey: [...key, resource],
    queryFn: async ({ signal }): Promise<{ results: ImportSummary[] }> =>
      (await request(`/api/imports?resource=${resource}&limit=100`, { signal })).json,
    select: ({ results }) => results.filter((each) => (each.kind ?? null) === kind),
    refetchInterval: ({ state }) => pollIntervalOf(state.data?.results.map(({ status }) => status) ?? []),
  });
}

/** Loads one import; polls while it is in progress. */
export function useImport(id: string) {
  return useQuery({
    queryKey: [...key, 'one', id],
    queryFn: async ({ signal }): Promise<Import> => (await request(`/api/imports/${id}`, { signal })).json,
    refetchInterval: ({ state }) => pollIntervalOf(state.data ? [state.data.status] : []),
  });
}

/** Whether an import saves records one by one, so that it can be undone; others add rows to a table of a report. */
export const isUndoable = (resource: Import['resource']): boolean =>
  resource !== 'ReportRow' && resource !== 'ProofOfWork';

/** Whether the changes of an import are no longer stored. */
export const isUndoExpired = ({ endedAt }: Pick<Import, 'endedAt'>): boolean =>
  typeof endedAt === 'string' && endedAt < new Date(Date.now() - importUndoDays * 86_400_000).toISOString();

/** Updates an import: start, cancel, hide, show or remove. */
export function useImportChange({ id, revision }: Pick<Import, 'id' | 'revision'>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (changes: Partial<Import>): Promise<Import> => {
      const options = { method: 'PATCH', headers: ifMatchHeaders({ revision }), body: JSON.stringify(changes) };
      return (await request(`/api/imports/${id}`, options)).json;
    },
    onSuccess: (changed) => cache.setQueryData([...key, 'one', id], changed),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export const importFileTypes = {
  types: '.csv,.tsv,.txt,text/csv,.xlsx,.xlsm',
  words: 'a CSV file (.csv, .tsv, or .txt) or an Excel workbook (.xlsx)',
};

/** Upload limit in bytes; if it cannot be loaded, only the server enforces it. */
const importLimit = (): Promise<number> =>
  request('/api/data/config').then(
    ({ json }) => json.importLimit,
    () => Number.POSITIVE_INFINITY,
  );

/** Uploads a file and returns its draft import. Rejects wrong types and too large files before the upload. */
export function useNewImport(address: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, signal }: { file: File; signal: AbortSignal }): Promise<Import> => {
      const fileError = fileTypeError(file, importFileTypes) ?? fileSizeError(file, await importLimit());
      if (fileError) throw new Error(fileError);
      const body = new FormData();
      body.append('file', file, file.name);
      return (
        await request(`${address}?${new URLSearchParams({ timeZone: localTimeZone() })}`, {
          method: 'POST',
          body,
          signal,
        })
      ).json;
    },
    onSuccess: (made) => {
      cache.setQueryData([...key, 'one', made.id], made);
      return cache.invalidateQueries({ queryKey: key });
    },
  });
}
