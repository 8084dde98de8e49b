import { Box, Button, Typography } from '@mui/material';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useListContext } from 'react-admin';
import { GeneratedList } from '../generate/GeneratedList.tsx';
import { ResourceScreenContext, useResourceScreen } from '../generate/resource-screen.tsx';
import { updateCachedOrders } from './OrderSummaryCard.tsx';
import { addressInQueue, queueFilter, queueFilters, queueSort, queueTitle } from './queue.ts';

/** Lazy: the order workflow is only needed here. */
const workflow = queryOptions({
  queryKey: ['workflow'],
  queryFn: async () => (await import('./decisions.tsx')).decisionsFor,
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * The approvals queue as a table: bulk decisions, saved views and CSV. A row opens the desk, which decides one by one.
 */
export function PendingOrdersTable() {
  const { resource, override } = useResourceScreen();
  const { data: decisionsFor } = useQuery(workflow);
  const cache = useQueryClient();
  const onDecided = (since: RaRecord[]) => updateCachedOrders(cache, since);
  const decisions = decisionsFor?.({ onDecided }) ?? [];
  return (
    <ResourceScreenContext value={{ resource, override: { ...override, decisions, summaryFields: ['client'] } }}>
      <GeneratedList
        title={queueTitle}
        permanentFilter={queueFilter}
        sort={queueSort}
        columns={['refCode', 'client', 'waitingSince', 'status', 'channelId', 'user', 'submissionDate']}
        filters={['channelId', 'form']}
        ownFilters={queueFilters}
        own={{ addressOf: addressInQueue, empty: <EmptyQueue /> }}
      />
    </ResourceScreenContext>
  );
}

/** Empty state of the queue. */
function EmptyQueue() {
  const { filterValues, setFilters } = useListContext();
  const isPart = Object.keys(filterValues).length > 0;
  return (
    <Box role="status" sx={{ p: 3 }}>
      <Typography>
        {isPart
          ? 'No orders waiting for a decision match these filters.'
          : 'All done! No orders are waiting for a decision.'}
      </Typography>
      {isPart ? (
        <Button color="inherit" size="small" onClick={() => setFilters({})} sx={{ mt: 1, ml: -0.5 }}>
          Clear filters
        </Button>
      ) : (
        <Typography color="text.secondary">New orders sent for approval will appear here, oldest first.</Typography>
      )}
    </Box>
  );
}
