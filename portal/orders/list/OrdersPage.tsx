import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { listOf, type Named } from '../../api/queries.ts';
import { ChannelPlace } from '../../channels/ChannelPlace.tsx';
import { channelPath } from '../../channels/useChannels.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { Chips } from '../../lists/Chips.tsx';
import { ListPlace } from '../../lists/ListPlace.tsx';
import { changeParams, pageSize } from '../../lists/listState.ts';
import { SearchField } from '../../lists/SearchField.tsx';
import { useListState } from '../../lists/useListState.ts';
import { buttonClass } from '../../look/Button.tsx';
import { loadable } from '../../look/loadable.tsx';
import { EmptyPlace } from '../../look/Place.tsx';
import { useSignedIn } from '../../session/SessionProvider.tsx';
import { leaving } from '../leaving.ts';
import { OrderTable } from './OrderTable.tsx';
import { ordersOf, statusFilterOf, statusFilters } from './statusFilter.ts';

/** What came of one order for many clients: an address of its own (`?batch=`). */
const BatchReport = loadable(async () => (await import('../copying/BatchReport.tsx')).BatchReport);

/** Seen under the pointer or the focus alone: it comes after the rows. */
const RowActions = loadable(async () => (await import('../copying/RowActions.tsx')).RowActions);

/** A channel's orders, all or of one status (spec 2), newest first. */
export function OrdersPage() {
  const batch = useSearchParams()[0].get('batch');
  return (
    <ChannelPlace>
      {(channel) => (batch ? <BatchReport channel={channel} id={batch} /> : <OrderList channel={channel} />)}
    </ChannelPlace>
  );
}

function OrderList({ channel }: { channel: Named }) {
  const away = useSyncExternalStore(leaving.watch, leaving.ids);
  const { ability } = useSignedIn();
  const { page, search, sort, params, change, hrefOfPage } = useListState('-updatedAt');
  const filter = statusFilterOf(params.get('status'));
  const list = useQuery(
    listOf('orders', {
      ...ordersOf(channel, filter?.status),
      page: page + 1,
      limit: pageSize,
      search,
      sort,
      populate: 'client,user',
    }),
  );
  const hrefOf = (status: string) => `?${changeParams(params, { status })}`;
  const add = ability.can('create', 'Order') && (
    <Link className={buttonClass('primary')} to={channelPath(channel, 'orders/new')}>
      New Order
    </Link>
  );
  return (
    <>
      <PageHead title={filter?.value === 'draft' ? filter.title : 'Orders'} actions={add} />
      <ListPlace
        filters={
          <>
            <SearchField
              label="Search by reference, client or user"
              value={search}
              onSearch={(text) => change({ search: text })}
            />
            <Chips
              label="Status"
              chips={[
                { title: 'All', href: hrefOf(''), isCurrent: !filter },
                ...statusFilters.map(({ value, title }) => ({
                  title,
                  href: hrefOf(value),
                  isCurrent: filter?.value === value,
                })),
              ]}
            />
          </>
        }
        list={list}
        page={page}
        hrefOfPage={hrefOfPage}
        empty={
          search || filter ? (
            <EmptyPlace title="No order matches" action={<Link to="?">Show all orders</Link>}>
              {search ? `Nothing is found for '${search}' here.` : 'There is no order of this status.'}
            </EmptyPlace>
          ) : (
            <EmptyPlace title="No orders yet" action={add}>
              This is where the orders of {channel.name} are kept, from the first draft to the end.
            </EmptyPlace>
          )
        }
      >
        {(rows, isStale) => (
          <OrderTable
            caption={`Orders of ${channel.name}`}
            rows={rows.filter(({ id }) => !away.includes(id))}
            isStale={isStale}
            actions={(order) => <RowActions order={order} addressOf={(id) => channelPath(channel, `orders/${id}`)} />}
            sort={sort}
            onSort={(next) => change({ sort: next })}
          />
        )}
      </ListPlace>
    </>
  );
}
