import Close from '@mui/icons-material/Close';
import { Alert, Box, Button, Card, IconButton, Link, Skeleton, Typography } from '@mui/material';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useId, useState } from 'react';
import { type Identifier, type RaRecord, useListContext, useNotify } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { useEverySecond } from '#portal/forms/useEverySecond.ts';
import { secondsToUndo } from '#portal/orders/lifecycle/ApprovalUndo.tsx';
import type { Client, Order, User } from '#schemas/generated/types.ts';
import { lastRequest, openWaivers } from '#schemas/orders/waivers.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { LazyBulkDialog } from '../generate/list/BulkBar.tsx';
import { type RecordAction, useRecordActions } from '../generate/list/useRecordActions.ts';
import { request } from '../provider/http.ts';
import { useSession } from '../provider/session.ts';
import { addressInQueue } from './queue.ts';

const nameOf = (reference: OrderSummary['client']) =>
  typeof reference === 'object' && reference !== null ? reference.name : '–';

/** Summary panel beside the approvals queue. Orders cannot be approved from a row without it (design 6, 'Approval'). */
export function OrderReview() {
  const { id, open, show } = useReview();
  const { data: rows = [] } = useListContext();
  const row = rows.find((each) => each.id === id);
  const { data: order, error } = useQuery({
    ...orderSummaryQuery(id ?? '', row?.revision),
    enabled: id !== undefined,
    // Keep showing the same order after a decision until its new version is loaded.
    placeholderData: (before) => (before?.id === id ? before : undefined),
  });
  const heading = useId();
  useEffect(() => order && show(order), [order, show]);
  if (id === undefined) return null;
  return (
    <Card component="aside" aria-labelledby={heading} sx={panel}>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
        <Typography id={heading} variant="h6" component="h2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          {order ? (order.campaign ?? `Order ${order.refCode}`) : 'Order'}
        </Typography>
        <IconButton size="small" aria-label="Close summary" onClick={() => open(undefined)}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      {!order && !error ? <Skeleton variant="rectangular" height={160} /> : null}
      {order ? (
        <>
          <OrderSummaryCard order={order} />
          <DecisionBar key={order.id} order={order} />
        </>
      ) : null}
    </Card>
  );
}

/** Summary of an order: campaign, client, amount, problems and waivers. */
export function OrderSummaryCard({ order }: { order: OrderSummary }) {
  const problems = order.problems ?? [];
  const introduced = problems.filter(({ isExisting }) => !isExisting);
  const existing = problems.filter(({ isExisting }) => isExisting);
  const requested = openWaivers(order);
  const granted = order.waivers.filter(({ isGranted }) => isGranted);
  // Problems with a requested waiver are listed there.
  const refusing = introduced.filter(
    ({ path, message }) => !requested.some((each) => each.path === path && each.message === message),
  );
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

/**
 * Decision buttons. After a decision each position stays or becomes empty, so that a second click does not hit another
 * button.
 */
function DecisionBar({ order }: { order: OrderSummary }) {
  const { data: rows = [] } = useListContext();
  const row = rows.find(({ id }) => id === order.id);
  const userId = useSession()?.user.id;
  const waivers = openWaivers(order).length;
  const request = waivers > 0 ? lastRequest(order) : undefined;
  const isRequester = userId !== undefined && [request?.user, request?.actor?.id].includes(userId);
  const acts = useRecordActions([row]).filter(({ isDecision, key }) => isDecision && !(isRequester && key === 'a'));
  const [pendingAct, setPendingAct] = useState<RecordAction>();
  // The list is updated before the summary.
  const status: unknown = row ? row.status : order.status;
  const isDecided = status !== 'PENDING' || !row;
  const labelOf = ({ label, key }: RecordAction) =>
    key === 'a' && waivers > 0 ? `${label} with ${waivers} ${waivers === 1 ? 'waiver' : 'waivers'}` : label;
  return (
    <Box sx={bar}>
      {isRequester && !isDecided ? (
        <Typography variant="body2" sx={{ flexBasis: '100%' }}>
          You requested this bypass, so another moderator must decide on it.
        </Typography>
      ) : null}
      {isDecided ? (
        <Button variant="contained" disabled>
          {status === 'COMPLETE' ? 'Approved' : 'Decision saved'}
        </Button>
      ) : (
        acts.map((act) => (
          <Button
            key={act.label}
            {...(act.key === 'a' ? { variant: 'contained' } : { color: 'inherit' })}
            onClick={() => setPendingAct(act)}
          >
            {labelOf(act)}
          </Button>
        ))
      )}
      <Link component={RouterLink} to={addressInQueue(order.id)} sx={{ ml: 'auto' }}>
        Open order
      </Link>
      {order.status === 'COMPLETE' && order.approval ? <UndoRow order={order} approval={order.approval} /> : null}
      {pendingAct ? (
        <LazyBulkDialog act={pendingAct} ids={[order.id]} onClose={() => setPendingAct(undefined)} />
      ) : null}
    </Box>
  );
}

/** In a row of its own, where no button was before. */
function UndoRow({ order, approval }: { order: OrderSummary; approval: NonNullable<OrderSummary['approval']> }) {
  const notify = useNotify();
  const cache = useQueryClient();
  const secondsLeft = Number(useEverySecond(() => String(secondsToUndo(approval))));
  if (secondsLeft === 0) return null;
  const undo = async () => {
    try {
      updateCachedOrders(cache, [await undoApprovalOf(order.id)]);
      notify('Approval undone', { type: 'success' });
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    }
  };
  return (
    <Box sx={{ flexBasis: '100%', display: 'flex', alignItems: 'center', gap: 1 }}>
      <Typography
        variant="body2"
        sx={{ flex: 1 }}
      >{`E-mails and webhooks will be sent in ${secondsLeft} s.`}</Typography>
      <Button size="small" color="inherit" variant="outlined" onClick={() => void undo()}>
        Undo approval
      </Button>
    </Box>
  );
}

const panel = {
  position: { xs: 'fixed', md: 'sticky' },
  top: { md: 'calc(var(--under-bar) + 8px)' },
  inset: { xs: 'auto 0 0 0', md: 'auto' },
  zIndex: { xs: 'drawer', md: 1 },
  flex: { md: '0 0 340px' },
  maxHeight: { xs: '75dvh', md: 'calc(100dvh - 32px)' },
  overflow: 'auto',
  display: 'flex',
  flexDirection: 'column',
  gap: 1.5,
  p: 2,
} as const;

const facts = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.5,
  m: 0,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const;

const bar = {
  position: 'sticky',
  bottom: -16,
  mx: -2,
  mb: -2,
  px: 2,
  py: 1.5,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const;

/** An order with its problems and the names of client and user. */
type OrderSummary = Omit<Order, 'client' | 'user'> & {
  client: Pick<Client, 'id' | 'name'> | string | null;
  user: Pick<User, 'id' | 'name'> | string;
};

/** State of the review panel. */
interface Review {
  id: Identifier | undefined;
  open: (id: Identifier | undefined) => void;
  /** Reports the order and revision whose summary is visible. */
  show: (shown: Pick<Order, 'id' | 'revision'>) => void;
}

export const ReviewContext = createContext<Review>({
  id: undefined,
  open: () => undefined,
  show: () => undefined,
});

export const useReview = (): Review => useContext(ReviewContext);

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
