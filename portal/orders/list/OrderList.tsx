import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { listOf, type Named } from '../../api/queries.ts';
import { channelPath } from '../../channels/useChannels.ts';
import type { Elements } from '../../forms/elements.ts';
import { loadable } from '../../forms/loadable.tsx';
import { PageHead } from '../../frame/PageHead.tsx';
import { CsvDownload } from '../../lists/CsvDownload.tsx';
import { KeepView, KeptViews } from '../../lists/KeptViews.tsx';
import { ListPlace } from '../../lists/ListPlace.tsx';
import { pageSize } from '../../lists/listState.ts';
import { useListState } from '../../lists/useListState.ts';
import { buttonClass } from '../../look/Button.tsx';
import { EmptyPlace } from '../../look/Place.tsx';
import { whenIdle } from '../../look/whenIdle.ts';
import { useSignedIn } from '../../session/SessionProvider.tsx';
import { leaving } from '../leaving.ts';
import { openAhead } from '../openAhead.ts';
import { formColumnsOf, shownColumns } from './formColumns.ts';
import { OrderFilterBar } from './OrderFilterBar.tsx';
import { OrderTable } from './OrderTable.tsx';
import { csvFields, fieldsWith, isNarrowed, orderFiltersIn, orderQuery, sortIn, viewOf } from './orderFilters.ts';

/** Loaded after the rows, because it is visible only on hover and focus. */
const RowActions = loadable(async () => (await import('../copying/RowActions.tsx')).RowActions);

const words = {
  label: 'Views',
  usual: 'All orders',
  keep: 'Keep this view',
  hint: 'Search, filters, columns and order of rows stand above the list under this name, in each channel and wherever you sign in.',
};

/** The orders of one channel, or of all, filtered and laid out as the address says. */
export function OrderList({ channel }: { channel: Named }) {
  const deletingIds = useSyncExternalStore(leaving.watch, leaving.ids);
  const { user, ability } = useSignedIn();
  const { page, search, params, change, hrefOfPage } = useListState('-updatedAt');
  const filters = orderFiltersIn(params);
  const sort = sortIn(params, filters);
  const form = useQuery({ ...formColumnsOf(filters.form), enabled: filters.form !== '' });
  const columns = (filters.form && form.data) || [];
  const visibleColumns = shownColumns(columns, filters.columns);
  const paths = visibleColumns.map(({ path }) => path);
  const listQuery = { ...orderQuery(filters, { channel, me: user.id }), search, sort };
  const list = useQuery({
    ...listOf('orders', {
      ...listQuery,
      page: page + 1,
      limit: pageSize,
      columns: fieldsWith(paths),
      populate: 'client,user',
    }),
    // Wait for the columns of the form, so that the rows are loaded only once.
    enabled: filters.form === '' || !form.isPending,
  });
  const isRead = list.isSuccess;
  useEffect(() => (isRead ? whenIdle(openAhead) : undefined), [isRead]);
  const add = ability.can('create', 'Order') && (
    <Link className={buttonClass('primary')} to={channelPath(channel, 'orders/new')}>
      New Order
    </Link>
  );
  const { status, isAcross } = filters;
  const views = {
    resource: 'portal/orders',
    userId: user.id,
    now: viewOf(params),
    read: (query: string) => viewOf(new URLSearchParams(query)),
    words,
  };
  return (
    <>
      <PageHead
        title={status?.value === 'draft' ? status.title : 'Orders'}
        actions={
          <>
            <KeepView {...views} />
            {add}
          </>
        }
      />
      <KeptViews {...views} />
      <ListPlace
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
        empty={<NoOrders channel={channel} search={search} isNarrowed={isNarrowed(filters)} add={add} />}
      >
        {(rows, isStale) => (
          <OrderTable
            caption={isAcross ? 'Orders of all channels' : `Orders of ${channel.name}`}
            rows={rows.filter(({ id }) => !deletingIds.includes(id))}
            isStale={isStale}
            actions={(order) => <RowActions order={order} addressOf={(id) => channelPath(channel, `orders/${id}`)} />}
            sort={sort}
            onSort={(next) => change({ sort: next })}
            formColumns={visibleColumns}
            isAcross={isAcross}
          />
        )}
      </ListPlace>
    </>
  );
}

function NoOrders({
  channel,
  search,
  isNarrowed: isNarrow,
  add,
}: {
  channel: Named;
  search: string;
  isNarrowed: boolean;
  add: Elements;
}) {
  if (!search && !isNarrow)
    return (
      <EmptyPlace title="No orders yet" action={add}>
        {`This is where the orders of ${channel.name} are kept, from the first draft to the end.`}
      </EmptyPlace>
    );
  return (
    <EmptyPlace title="No order matches" action={<Link to="?">Show all orders</Link>}>
      {search ? `Nothing is found for '${search}' here.` : 'There is no order like that here.'}
    </EmptyPlace>
  );
}
