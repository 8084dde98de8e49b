import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext } from 'react';
import type { FormBlock, JsonMap } from '#schemas/generated/types.ts';
import { request } from '../../../provider/http.ts';

/** A block as the palette lists it. Its widgets are loaded when it is inserted. */
export type BlockSummary = Pick<FormBlock, 'id' | 'revision' | 'name'>;

const url = '/api/form_blocks';
const key = ['form-blocks'];

/** Loads the blocks shared by all form authors. `save`, `rename` and `remove` throw HttpError. */
export function useBlocks() {
  const cache = useQueryClient();
  const { data: lines = [], error } = useQuery({
    queryKey: key,
    // The server allows no more than this.
    queryFn: async ({ signal }): Promise<BlockSummary[]> =>
      (await request(`${url}?limit=200&sort=name`, { signal })).json.results,
  });
  const change = async (path: string, method: string, { revision, body }: { revision?: number; body?: object }) => {
    const headers = new Headers(revision === undefined ? {} : { 'If-Match': `"${revision}"` });
    try {
      await request(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    } finally {
      // Also after a failure: somebody else may have changed the block.
      await cache.invalidateQueries({ queryKey: key });
    }
  };
  return {
    lines,
    error,
    save: (name: string, widgets: readonly JsonMap[]) => change('', 'POST', { body: { name, widgets } }),
    rename: ({ id, revision }: BlockSummary, name: string) => change(`/${id}`, 'PATCH', { revision, body: { name } }),
    remove: ({ id, revision }: BlockSummary) => change(`/${id}`, 'DELETE', { revision }),
  };
}

/** Loads a block with its widgets. Throws HttpError, for example if somebody has deleted it. */
export async function loadBlock({ id }: Pick<BlockSummary, 'id'>): Promise<FormBlock> {
  return (await request(`${url}/${id}`)).json;
}

/** Callback that opens the dialog for saving the selection as a block. */
export const SaveBlockContext = createContext<() => void>(() => undefined);
