import { Box, Typography } from '@mui/material';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { useId } from 'react';
import type { Identifier, RaRecord } from 'react-admin';
import type { Client, Order, User } from '#schemas/generated/types.ts';
import { decisiveProblems } from '#schemas/orders/approval-queue.ts';
import { lastRequest, openWaivers } from '#schemas/orders/waivers.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { request } from '../provider/http.ts';

const nameOf = (reference: OrderSummary['client']) =>
  typeof reference === 'object' && reference !== null ? reference.name : '–';

/** Summary of an order: campaign, client, amount, problems and waivers. */
export function OrderSummaryCard({ order }: { order: OrderSummary }) {
  const problems = order.problems ?? [];
  const existing = problems.filter(({ isExisting }) => isExisting);
  const requested = openWaivers(order);
  const granted = order.waivers.filter(({ isGranted }) => isGranted);
  const refusing = decisiveProblems(order, problems);
  const notes = requested.length > 0 ? lastRequest(order)?.notes : undefined;
  return (
    <>
      <Box component="dl" sx={facts}>
        <dt>Order</dt>
        <dd>{order.refCode}</dd>
        <dt>Client</dt>
        <dd>{nameOf(order.client)}</dd>
        <dt>Amount</dt>
        <dd>{order.amount === null ? '–' : moneyText(order.amount)}</dd>
        <dt>User</dt>
        <dd>{nameOf(order.user)}</dd>
        {order.changeNotes ? (
          <>
            <dt>Change</dt>
            <dd>{order.changeNotes}</dd>
          </>
        ) : null}
      </Box>
      {refusing.length + requested.length === 0 && order.status === 'PENDING' ? (
        <Typography color="success.main" variant="body2">
          No problems
        </Typography>
      ) : null}
      <ProblemList title="Problems" all={refusing} />
      <ProblemList title="Requested waivers" all={requested} notes={notes} />
      <ProblemList title="Waived" all={granted} />
      <ProblemList title="Existing problems" all={existing} />
    </>
  );
}

function ProblemList({
  title,
  all,
  notes,
}: {
  title: string;
  all: readonly { path: string; message: string }[];
  notes?: string | undefined;
}) {
  const id = useId();
  if (all.length === 0) return null;
  return (
    <Box>
      <Typography id={id} variant="body2" sx={{ fontWeight: 600 }}>{`${title} (${all.length})`}</Typography>
      {notes ? <Typography variant="body2">{`“${notes}”`}</Typography> : null}
      <ul aria-labelledby={id} style={{ margin: 0, paddingLeft: 18 }}>
        {all.map(({ path, message }) => (
          <li key={`${path} ${message}`}>{message}</li>
        ))}
      </ul>
    </Box>
  );
}

const facts = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.5,
  m: 0,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const;

/** An order with its problems and the names of client and user. */
type OrderSummary = Omit<Order, 'client' | 'user'> & {
  client: Pick<Client, 'id' | 'name'> | string | null;
  user: Pick<User, 'id' | 'name'> | string;
};

/** Query for an order's summary at a revision. */
export const orderSummaryQuery = (id: Identifier, revision: number | undefined) =>
  queryOptions({
    queryKey: ['orders', 'review', id, revision],
    queryFn: async (): Promise<OrderSummary> => (await request(`/api/orders/${id}?populate=client,user`)).json,
  });

const postAction = async (id: Identifier, body: object): Promise<RaRecord> =>
  (await request(`/api/orders/${id}/actions`, { method: 'POST', body: JSON.stringify(body) })).json;

/** Grants the requested waivers and approves the order in one decision. */
export const approveWithWaivers = (id: Identifier): Promise<RaRecord> =>
  postAction(id, { kind: 'VALIDATION_BYPASS_APPROVED', approve: true });

/** Undoes an approval within its undo period; resolves to the updated order. */
export const undoApprovalOf = (id: Identifier): Promise<RaRecord> => postAction(id, { kind: 'APPROVAL_UNDONE' });

/**
 * Updates decided orders in the cached lists, so that rows keep their positions until the list is refetched. Refetches
 * the count in the menu at once.
 */
export function updateCachedOrders(cache: QueryClient, since: readonly RaRecord[]): void {
  const after = new Map(since.map((order) => [order.id, order]));
  cache.setQueriesData<{ data: RaRecord[] }>({ queryKey: ['orders', 'getList'] }, (page) =>
    Array.isArray(page?.data)
      ? {
          ...page,
          data: page.data.map((row) => {
            const { status, revision, approval, waivers, sentBackReason } = Object(after.get(row.id) ?? row);
            return after.has(row.id) ? { ...row, status, revision, approval, waivers, sentBackReason } : row;
          }),
        }
      : page,
  );
  void cache.invalidateQueries({
    predicate: ({ queryKey: [resource, kind, params] }) =>
      resource === 'orders' && kind === 'getList' && Object(Object(params).pagination).perPage === 1,
  });
}
