import MergeOutlined from '@mui/icons-material/MergeOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNotify, useRecordContext } from 'react-admin';
import { Link, Navigate } from 'react-router-dom';
import type { Client, ClientMerge } from '#schemas/generated/types.ts';
import { PageSection } from '../frame/PageHeader.tsx';
import { formatDateTime } from '../generate/format-value.ts';
import { request } from '../provider/http.ts';
import { usePermissionCheck } from '../provider/permissions.ts';

/** Only those who may delete a client may merge it. */
function useMergeableClient(): Client | undefined {
  const client = useRecordContext<Client>();
  const may = usePermissionCheck();
  return client && may({ action: 'delete', resource: 'clients', record: { ...client } }) ? client : undefined;
}

/** Link to the page that merges another client into this one. */
export function MergeButton() {
  const client = useMergeableClient();
  if (!client) return null;
  return (
    <Button
      color="inherit"
      variant="outlined"
      startIcon={<MergeOutlined />}
      component={Link}
      to={`/clients/${client.id}/merge`}
    >
      Merge with another client
    </Button>
  );
}

/** The clients that were merged into this one in the last 30 days. The latest merge can be undone. */
export function ClientMerges() {
  const client = useMergeableClient();
  const undo = useUndoMerge();
  const { data: merges = [] } = useQuery({
    queryKey: ['clients', 'merges', client?.id],
    queryFn: async ({ signal }): Promise<ClientMerge[]> =>
      (await request(`/api/clients/${client?.id}/merges?limit=50`, { signal })).json.results,
    enabled: client !== undefined,
  });
  const undoable = merges.find(({ undoneAt }) => undoneAt === null);
  if (merges.length === 0) return null;
  return (
    <PageSection title="Merged clients">
      <Box component="ul" sx={{ display: 'grid', gap: 1.5, m: 0, p: 0, listStyle: 'none' }}>
        {merges.map((merge) => (
          <Box component="li" key={merge.id} sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography variant="body2">{merge.name}</Typography>
              <Typography variant="caption" component="div" color="text.secondary">
                {`By ${merge.userName}, ${formatDateTime(merge.createdAt)}`}
              </Typography>
              <Typography variant="caption" component="div" color="text.secondary">
                {merge.undoneAt === null
                  ? `Can be undone until ${formatDateTime(merge.expires)}`
                  : `Undone ${formatDateTime(merge.undoneAt)}`}
              </Typography>
            </Box>
            {merge === undoable ? (
              <Button
                size="small"
                sx={{ alignSelf: 'start' }}
                aria-label={`Undo the merge of ${merge.name}`}
                onClick={() => void undo(merge)}
              >
                Undo
              </Button>
            ) : null}
          </Box>
        ))}
      </Box>
    </PageSection>
  );
}

/** Redirects from the address of a merged client to the client that remains. */
export function MergedClientRedirect({ id, children }: { id: string; children: ReactNode }) {
  const { data, isLoading } = useQuery({
    queryKey: ['clients', 'alias', id],
    queryFn: async ({ signal }): Promise<Client[]> =>
      (await request(`/api/clients?${new URLSearchParams({ alias: id })}`, { signal })).json.results,
    retry: false,
  });
  if (isLoading) return null;
  const [remaining] = data ?? [];
  return remaining ? <Navigate to={`/clients/${remaining.id}`} replace /> : children;
}

/** Lists and records that a merge, or its undo, changes. */
const affected = ['clients', 'orders', 'entities', 'prospect_audit', 'audit_log'];

/** Returns a function that reloads what a merge or its undo has changed. */
export function useReloadMerged(): () => Promise<void> {
  const cache = useQueryClient();
  return async () => void (await Promise.all(affected.map((name) => cache.invalidateQueries({ queryKey: [name] }))));
}

/** Returns a function that undoes a merge and reports the result. */
export function useUndoMerge(): (merge: Pick<ClientMerge, 'id' | 'client' | 'name'>) => Promise<void> {
  const notify = useNotify();
  const reload = useReloadMerged();
  return async ({ id, client, name }) => {
    try {
      await request(`/api/clients/${client}/merges/${id}/undo`, { method: 'POST' });
      notify(`Merge undone. ${name} is a client of its own again.`, { type: 'success' });
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    }
    await reload();
  };
}
