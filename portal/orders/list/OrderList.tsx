import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { listOf, type NamedRecord } from '../../api/queries.ts';
import { channelPath } from '../../channels/useChannels.ts';
import type { ElementSlot } from '../../forms/elementSlot.ts';
import { lazyComponent } from '../../forms/lazyComponent.tsx';
import { CsvDownload } from '../../lists/CsvDownload.tsx';
import { ListBody } from '../../lists/ListBody.tsx';
import { ListHead } from '../../lists/ListHead.tsx';
import { pageSize, useListState } from '../../lists/listState.ts';
import { buttonClass } from '../../look/Button.tsx';
import { EmptyState } from '../../look/EmptyState.tsx';
import { runWhenIdle } from '../../look/runWhenIdle.ts';
import { useSignedIn } from '../../session/SessionProvider.tsx';
import { pendingDeletions } from '../lifecycle/pendingDeletions.ts';
import { preloadOrderEditor } from '../loading/preloadOrderEditor.ts';
import { formColumnsOf, shownColumns } from './formColumns.ts';
import { OrderFilterBar } from './OrderFilterBar.tsx';
import { OrderTable } from './OrderTable.tsx';
import {
  csvFields,
  hasFilters,
  orderFilterQuery,
  orderFiltersFromParams,
  orderSortFromParams,
  orderViewOf,
  rowFields,
} from './orderFilters.ts';

/** Loaded after the rows, because it is visible only on hover and focus. */
const RowActions = lazyComponent(async () => (await import('../copying/RowActions.tsx')).RowActions);

const words = {
  label: 'Views',
  defaultLabel: 'All orders',
  saveLabel: 'Save this view',
  hint: 'The search, filters, columns and sort order appear above the list under this name, in each channel and wherever you sign in.',
};

/** The orders of one channel, or of all, filtered and laid out as the address says. */
export function OrderList({ channel }: { channel: NamedRecord }) {
  const deletingIds = useSyncExternalStore(pendingDeletions.watch, pendingDeletions.ids);
  const { user, ability } = useSignedIn();
  const { page, search, params, change, hrefOfPage, onSort } = useListState('-updatedAt');
  const filters = orderFiltersFromParams(params);
  const sort = orderSortFromParams(params, filters);
  const form = useQuery({ ...formColumnsOf(filters.form), enabled: filters.form !== '' });
  const columns = (filters.form && form.data) || [];
  const visibleColumns = shownColumns(columns, filters.columns);
  const paths = visibleColumns.map(({ path }) => path);
  const listQuery = { ...orderFilterQuery(filters, { channel, me: user.id }), search, sort };
  const list = useQuery({
    ...listOf('orders', {
      ...listQuery,
      page: page + 1,
      limit: pageSize,
      columns: rowFields(paths),
      populate: 'client,user',
    }),
    // Wait for the columns of the form, so that the rows are loaded only once.
    enabled: filters.form === '' || !form.isPending,
  });
  const isRead = list.isSuccess;
  useEffect(() => (isRead ? runWhenIdle(preloadOrderEditor) : undefined), [isRead]);
  const add = ability.can('create', 'Order') && (
    <Link className={buttonClass('primary')} to={channelPath(channel, 'orders/new')}>
      New Order
    </Link>
  );
  const { status, isAcross } = filters;
  const views = {
    resource: 'portal/orders',
    userId: user.id,
    currentQuery: orderViewOf(params),
    read: (query: string) => orderViewOf(new URLSearchParams(query)),
    words,
  };
  return (
    <>
      <ListHead title={status?.value === 'draft' ? status.title : 'Orders'} add={add} views={views} />
      <ListBody
        filters={
          <OrderFilterBar
            channel={channel}
            filters={filters}
            search={search}
            params={params}
            change={change}
            columns={columns}
            download={
              <CsvDownload
                path="orders"
                query={{ ...listQuery, columns: csvFields(paths), populate: 'client,user,channel' }}
                total={list.data?.pagination.totalIsMinimum ? undefined : list.data?.pagination.total}
              />
            }
          />
        }
        list={list}
        page={page}
        hrefOfPage={hrefOfPage}
        empty={<NoOrders channel={channel} search={search} isNarrowed={hasFilters(filters)} add={add} />}
      >
        {(rows, isStale) => (
          <OrderTable
            caption={isAcross ? 'Orders in all channels' : `Orders in ${channel.name}`}
            rows={rows.filter(({ id }) => !deletingIds.includes(id))}
            isStale={isStale}
            actions={(order) => <RowActions order={order} addressOf={(id) => channelPath(channel, `orders/${id}`)} />}
            sort={sort}
            onSort={onSort}
            formColumns={visibleColumns}
            isAcross={isAcross}
          />
        )}
      </ListBody>
    </>
  );
}

function NoOrders({
  channel,
  search,
  isNarrowed: isNarrow,
  add,
}: {
  channel: NamedRecord;
  search: string;
  isNarrowed: boolean;
  add: ElementSlot;
}) {
  if (!search && !isNarrow)
    return (
      <EmptyState title="No orders yet" action={add}>
        {`The orders in ${channel.name} appear here, from the first draft on.`}
      </EmptyState>
    );
  return (
    <EmptyState title="No matching orders" action={<Link to="?">Show all orders</Link>}>
      {search ? `No orders match “${search}”.` : 'No orders match these filters.'}
    </EmptyState>
  );
}
