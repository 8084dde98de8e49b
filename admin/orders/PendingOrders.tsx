import { Box, Button, Typography } from '@mui/material';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { DescribedContext, useDescribed } from '../generate/described.tsx';
import { GeneratedList } from '../generate/GeneratedList.tsx';
import { addressInQueue, inQueue, queueFilters, queueOrder, queueTitle } from './queue.ts';

/** The workflow of orders, of which the rest of the back-office needs nothing at first. */
const workflow = queryOptions({
  queryKey: ['workflow'],
  queryFn: async () => (await import('./decisions.tsx')).decisions,
  staleTime: Number.POSITIVE_INFINITY,
});

/** What waits for a moderator's decision (spec 2: admin, orders, pending). */
export function PendingOrders() {
  const { resource, override } = useDescribed();
  const { data: decisions = [] } = useQuery(workflow);
  return (
    <DescribedContext value={{ resource, override: { ...override, decisions, about: ['client'] } }}>
      <GeneratedList
        title={queueTitle}
        only={inQueue}
        sort={queueOrder}
        columns={['refCode', 'client', 'waitingSince', 'status', 'channelId', 'user', 'submissionDate']}
        filters={['channelId', 'form']}
        ownFilters={queueFilters}
        own={{ addressOf: addressInQueue, empty: <EmptyQueue /> }}
      />
    </DescribedContext>
  );
}

/** The end of the work: all that waited is decided. */
function EmptyQueue() {
  const { filterValues, setFilters } = useListContext();
  const isPart = Object.keys(filterValues).length > 0;
  return (
    <Box role="status" sx={{ p: 3 }}>
      <Typography>
        {isPart
          ? 'This part of the queue is done: nothing that waits for a decision fits these filters.'
          : 'The queue is done: no order waits for a decision.'}
      </Typography>
      {isPart ? (
        <Button color="inherit" size="small" onClick={() => setFilters({})} sx={{ mt: 1, ml: -0.5 }}>
          Show the whole queue
        </Button>
      ) : (
        <Typography color="text.secondary">
          What is sent for approval from now on stands here, the oldest first.
        </Typography>
      )}
    </Box>
  );
}
