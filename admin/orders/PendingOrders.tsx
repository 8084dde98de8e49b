import { Box, Button, Typography } from '@mui/material';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Identifier, type RaRecord, useListContext, useRecordContext } from 'react-admin';
import type { Order } from '#schemas/generated/types.ts';
import { GeneratedList } from '../generate/GeneratedList.tsx';
import { ResourceScreenContext, useResourceScreen } from '../generate/resource-screen.tsx';
import { OrderReview, ReviewContext, updateCachedOrders, useReview } from './OrderReview.tsx';
import { addressInQueue, queueFilter, queueFilters, queueSort, queueTitle } from './queue.ts';

/** Lazy: the order workflow is only needed here. */
const workflow = queryOptions({
  queryKey: ['workflow'],
  queryFn: async () => (await import('./decisions.tsx')).decisionsFor,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Approvals queue: orders that wait for a moderator (spec 2: admin, orders, pending). */
export function PendingOrders() {
  const { resource, override } = useResourceScreen();
  const { data: decisionsFor } = useQuery(workflow);
  const cache = useQueryClient();
  const [id, open] = useState<Identifier>();
  const [shown, show] = useState<Pick<Order, 'id' | 'revision'>>();
  const isInView = (order: RaRecord) => order.id === id && order.id === shown?.id && order.revision === shown?.revision;
  const onDecided = (since: RaRecord[]) => updateCachedOrders(cache, since);
  const decisions = decisionsFor?.({ isInView, onDecided }) ?? [];
  const follow = (focused: Identifier) => {
    if (id !== undefined) open(focused);
  };
  return (
    <ReviewContext value={{ id, open, show }}>
      <ResourceScreenContext
        value={{ resource, override: { ...override, decisions, summaryFields: ['client'], rowActions: ReviewButton } }}
      >
        <GeneratedList
          title={queueTitle}
          permanentFilter={queueFilter}
          sort={queueSort}
          columns={['refCode', 'client', 'waitingSince', 'status', 'channelId', 'user', 'submissionDate']}
          filters={['channelId', 'form']}
          ownFilters={queueFilters}
          own={{ addressOf: addressInQueue, empty: <EmptyQueue />, sidePanel: OrderReview, onRowFocus: follow }}
        />
      </ResourceScreenContext>
    </ReviewContext>
  );
}

/** Opens the summary of the row's order. */
function ReviewButton() {
  const order = useRecordContext<Order>();
  const { id, open } = useReview();
  if (!order) return null;
  return (
    <Button
      size="small"
      color="inherit"
      aria-label={`Review ${order.refCode}`}
      aria-keyshortcuts="v"
      aria-pressed={order.id === id}
      title={`Review ${order.refCode} (v)`}
      onClick={() => open(order.id)}
    >
      Review
    </Button>
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
