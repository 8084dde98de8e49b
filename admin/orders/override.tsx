import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import PendingActionsOutlined from '@mui/icons-material/PendingActionsOutlined';
import { Box, List, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useGetList } from 'react-admin';
import { useEverySecond } from '#portal/forms/useEverySecond.ts';
import { backOfficeViewOf, portalViews } from '#portal/orders/list/orderViews.ts';
import { toLargestUnit } from '#schemas/texts/durations.ts';
import { lazyComponent, lazyPage } from '../frame/lazy-component.tsx';
import { MainMenuLink } from '../frame/MainMenuLink.tsx';
import { formatDateTime } from '../generate/format-value.ts';
import type { FieldProps, FurtherFieldsProps, Override } from '../generate/override.ts';
import { useFieldValue } from '../generate/useFieldValue.ts';
import { totalOf } from '../provider/cursor-pagination.ts';
import { StatusCell } from './StatusCell.tsx';

/** Lazy: pulls in the portal's form renderer. */
const OrderPage = lazyPage(async () => (await import('./OrderPage.tsx')).OrderPage);
const PendingOrders = lazyPage(async () => (await import('./PendingOrders.tsx')).PendingOrders);
const PendingOrdersTable = lazyPage(async () => (await import('./PendingOrdersTable.tsx')).PendingOrdersTable);

/** Lazy: pulls in the table of transitions. */
const OrderBulkActions = lazyComponent(async () => (await import('./OrderBulkActions.tsx')).OrderBulkActions);

/** Lazy: pulls in the reading of forms. */
const FormColumnsPanel = lazyComponent(async () => (await import('./FormColumns.tsx')).FormColumnsPanel);

export const orders: Override<'Order'> = {
  icon: FactCheckOutlined,
  menu: ApprovalsMenu,
  bulkActions: OrderBulkActions,
  cells: { status: StatusCell, waitingSince: AgoCell, submissionDate: AgoCell, updatedAt: AgoCell },
  compactFields: ['client', 'amount', 'status', 'waitingSince'],
  furtherFields: { filter: 'form', Provider: FormFields },
  columnsPanel: FormColumnsPanel,
  views: { record: OrderPage },
  portalViews: { list: portalViews, translate: backOfficeViewOf },
  routes: [
    { path: 'pending', element: <PendingOrders /> },
    { path: 'pending/table', element: <PendingOrdersTable /> },
    { path: 'pending/:id', element: <PendingOrders /> },
  ],
};

const noFields = { fields: [], cells: {} };

/** The table columns of the form that the list is filtered by: they need exactly one form (design 3). */
function FormFields({ value, children }: FurtherFieldsProps) {
  const [form, ...others]: unknown[] = [value].flat();
  const { data } = useQuery({
    queryKey: ['forms', 'table-columns', form],
    queryFn: async () => (await import('./FormColumns.tsx')).formFields(String(form)),
    enabled: typeof form === 'string' && others.length === 0,
    staleTime: 60_000,
    structuralSharing: false,
  });
  return children(typeof form === 'string' && others.length === 0 && data ? data : noFields);
}

/** List cell with the time since then in words, as in the portal; the tooltip has the date. */
function AgoCell({ source }: FieldProps) {
  const value = useFieldValue(source);
  const since = typeof value === 'string' ? value : '';
  const words = useEverySecond(() => (since ? agoWords(since) : ''));
  if (!since) return null;
  return (
    <time dateTime={since} title={formatDateTime(since)} style={{ whiteSpace: 'nowrap' }}>
      {words}
    </time>
  );
}

/** '3 days ago', in the largest non-zero unit (spec 9). */
function agoWords(since: string): string {
  const duration = toLargestUnit(Date.now() - Date.parse(since));
  if (!duration || duration.unit === 'second') return 'Just now';
  return `${duration.count} ${duration.unit}${duration.count === 1 ? '' : 's'} ago`;
}

/**
 * Menu item 'Approvals Queue' with All and Pending Approval, and the number of pending orders (spec 2; count as in
 * design 6).
 */
function ApprovalsMenu() {
  const waiting = useGetList('orders', { pagination: { page: 1, perPage: 1 }, filter: { status: 'PENDING' } });
  // The navigation may be rendered twice: in the sidebar and the drawer.
  const heading = useId();
  return (
    <Box component="li">
      <Typography
        id={heading}
        variant="caption"
        component="div"
        sx={{ px: 1.5, lineHeight: '28px', color: 'text.secondary' }}
      >
        Approvals Queue
      </Typography>
      <List disablePadding aria-labelledby={heading}>
        <MainMenuLink to="/orders" label="All" icon={FactCheckOutlined} except="/orders/pending" />
        <MainMenuLink
          to="/orders/pending"
          label="Pending Approval"
          icon={PendingActionsOutlined}
          badge={<Count total={totalOf(waiting)} isMinimum={waiting.total === undefined} />}
        />
      </List>
    </Box>
  );
}

function Count({ total, isMinimum }: { total: number | undefined; isMinimum: boolean }) {
  if (!total) return null;
  return (
    <Typography component="span" variant="caption" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
      {`${total.toLocaleString('en-US')}${isMinimum ? '+' : ''}`}
    </Typography>
  );
}
