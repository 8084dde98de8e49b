import { Box, Button, Card, CardContent, Link, Typography } from '@mui/material';
import { RecordContextProvider, useGetList, useRecordContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Client, Order } from '#schemas/generated/types.ts';
import { StatusCell } from '../orders/StatusCell.tsx';
import { totalOf } from '../provider/cursor-pagination.ts';
import { usePermissionCheck } from '../provider/permissions.ts';

const pageSize = 5;

/** The client's most recent orders, shown beside the client. */
export function ClientOrders() {
  const client = useRecordContext<Client>();
  const canList = usePermissionCheck()({ action: 'list', resource: 'orders' });
  const filter = { client: client?.id };
  const list = useGetList<Order>(
    'orders',
    { filter, sort: { field: 'updatedAt', order: 'DESC' }, pagination: { page: 1, perPage: pageSize } },
    { enabled: canList && client !== undefined },
  );
  const { data: orders = [] } = list;
  // Without a total there are more than the API counts.
  const total = totalOf(list) ?? 0;
  if (!canList) return null;
  return (
    <Card component="section" aria-label="Orders of this client">
      <CardContent sx={{ display: 'grid', gap: 1 }}>
        <Typography variant="subtitle2" component="h2">
          Orders
        </Typography>
        {orders.length > 0 ? (
          <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
            {orders.map((order) => (
              <RecordContextProvider key={order.id} value={order}>
                <Box component="li" sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
                  <Link component={RouterLink} to={`/orders/${order.id}`}>
                    {order.refCode}
                  </Link>
                  <StatusCell />
                </Box>
              </RecordContextProvider>
            ))}
          </Box>
        ) : null}
        {total === 0 ? <Typography color="text.secondary">No orders yet.</Typography> : null}
        {total > pageSize ? (
          <Button
            component={RouterLink}
            to={{ pathname: '/orders', search: new URLSearchParams({ filter: JSON.stringify(filter) }).toString() }}
          >
            {list.total === undefined ? 'View all orders' : `View all ${total.toLocaleString('en-US')}`}
          </Button>
        ) : null}
      </CardContent>
    </Card>
  );
}
