import { Box, Button, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RecordContextProvider, ReferenceField } from 'react-admin';
import { orderPlace } from '#schemas/changes/words/order-place.ts';
import { patchInWords } from '#schemas/changes/words/patch-words.ts';
import type { OrderVersion } from '#schemas/generated/types.ts';
import { wordsOfVersion } from '#schemas/orders/transitions.ts';
import { Part } from '../frame/Part.tsx';
import { sayDateTime } from '../generate/value-text.ts';
import { request } from '../provider/http.ts';
import type { OrderRecord } from './order-record.ts';

interface VersionsPage {
  pagination: { next?: string };
  results: OrderVersion[];
}

const place = orderPlace();

/** Who changed the order when, newest first. */
export function Timeline({ order }: { order: OrderRecord }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['orders', 'versions', order.id, order.revision],
    queryFn: async ({ pageParam, signal }): Promise<VersionsPage> =>
      (await request(`/api/orders/${order.id}/versions?limit=50${pageParam && `&after=${pageParam}`}`, { signal }))
        .json,
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next,
  });
  const versions = data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <Part title="History">
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {versions.map((version) => (
          <Box component="li" key={version.id} sx={{ pl: 2, borderLeft: 2, borderColor: 'divider' }}>
            <RecordContextProvider value={version}>
              <Typography>
                <ReferenceField source="extra.user" reference="users" link={false} emptyText="Somebody" />{' '}
                {wordsOfVersion(version.extra) ?? patchInWords(place, version.patch)}
              </Typography>
            </RecordContextProvider>
            <Typography variant="caption" color="text.secondary">
              {sayDateTime(version.timestamp)}
            </Typography>
            {typeof version.extra.reason === 'string' ? (
              <Typography sx={{ mt: 0.5 }}>“{version.extra.reason}”</Typography>
            ) : null}
          </Box>
        ))}
        {hasNextPage ? null : (
          <Box component="li" sx={{ pl: 2, borderLeft: 2, borderColor: 'divider' }}>
            <Typography>Order started</Typography>
            <Typography variant="caption" color="text.secondary">
              {sayDateTime(order.createdAt)}
            </Typography>
          </Box>
        )}
      </Box>
      {hasNextPage ? (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()} sx={{ mt: 1 }}>
          Show earlier changes
        </Button>
      ) : null}
    </Part>
  );
}
