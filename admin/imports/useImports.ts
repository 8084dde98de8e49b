import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sizeRefusal, typeRefusal } from '#portal/forms/files/accepted.ts';
import type { Import } from '#schemas/generated/types.ts';
import { guarded } from '../provider/data.ts';
import { request } from '../provider/http.ts';

/** What of an import stands in the list of them. */
export type ListedImport = Pick<
  Import,
  'id' | 'revision' | 'fileName' | 'batch' | 'kind' | 'status' | 'hidden' | 'rows' | 'createdAt'
>;

const key = ['imports'];

/** So often one that is under way is asked how far it is; milliseconds. */
const pace = 1_000;
const underWay: Import['status'][] = ['running', 'hiding', 'showing', 'removing'];
const paceOf = (statuses: Import['status'][]) => statuses.some((each) => underWay.includes(each)) && pace;

/** The imports of a resource, newest first; of a report's rows those of its kind. */
export function useImports(resource: Import['resource'], kind: Import['kind']) {
  return useQuery({
    queryKey: [...key, resource],
    queryFn: async ({ signal }): Promise<{ results: ListedImport[] }> =>
      (await request(`/api/imports?resource=${resource}&limit=100`, { signal })).json,
    select: ({ results }) => results.filter((each) => (each.kind ?? null) === kind),
    refetchInterval: ({ state }) => paceOf(state.data?.results.map(({ status }) => status) ?? []),
  });
}

/** One import whole, asked for again and again as long as something happens to it. */
export function useImport(id: string) {
  return useQuery({
    queryKey: [...key, 'one', id],
    queryFn: async ({ signal }): Promise<Import> => (await request(`/api/imports/${id}`, { signal })).json,
    refetchInterval: ({ state }) => paceOf(state.data ? [state.data.status] : []),
  });
}

/** Changes an import: begins, cancels, hides, shows or removes it. */
export function useImportChange({ id, revision }: Pick<Import, 'id' | 'revision'>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (changes: Partial<Import>): Promise<Import> => {
      const options = { method: 'PATCH', headers: guarded({ revision }), body: JSON.stringify(changes) };
      return (await request(`/api/imports/${id}`, options)).json;
    },
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export const importedFiles = { types: '.csv,.tsv,.txt,text/csv', words: 'a CSV file: .csv, .tsv or .txt' };

/** How many bytes a file to import may have; without an answer the server alone decides. */
const importLimit = (): Promise<number> =>
  request('/api/data/config').then(
    ({ json }) => json.importLimit,
    () => Number.POSITIVE_INFINITY,
  );

/** Sends a file, and answers the draft of its import. Refuses one of another type, or that is too large, before it is sent. */
export function useNewImport(address: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, signal }: { file: File; signal: AbortSignal }): Promise<Import> => {
      const refusal = typeRefusal(file, importedFiles) ?? sizeRefusal(file, await importLimit());
      if (refusal) throw new Error(refusal);
      const body = new FormData();
      body.append('file', file, file.name);
      return (await request(address, { method: 'POST', body, signal })).json;
    },
    onSuccess: (made) => {
      cache.setQueryData([...key, 'one', made.id], made);
      return cache.invalidateQueries({ queryKey: key });
    },
  });
}
