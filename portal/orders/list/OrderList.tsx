import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { moneyText } from '#schemas/texts/money.ts';
import { listOf, type NamedRecord, type Page, type PopulatedOrder } from '../../api/queries.ts';
import { channelPath } from '../../channels/useChannels.ts';
import type { ElementSlot } from '../../forms/elementSlot.ts';
import { lazyComponent } from '../../forms/lazyComponent.tsx';
import { ExportButton } from '../../lists/ExportButton.tsx';
import { FilterChips } from '../../lists/FilterChips.tsx';
import { ListBody } from '../../lists/ListBody.tsx';
import { ListHead } from '../../lists/ListHead.tsx';
import { pageSize, updateListParams, useListState, useRowSelection } from '../../lists/listState.ts';
import { SearchField } from '../../lists/SearchField.tsx';
import { Button, buttonClass } from '../../look/Button.tsx';
import { runWhenIdle } from '../../look/runWhenIdle.ts';
import { useSignedIn } from '../../session/SessionProvider.tsx';
import { pendingDeletions } from '../lifecycle/pendingDeletions.ts';
import { preloadOrderEditor } from '../loading/preloadOrderEditor.ts';
import { type FormColumn, formColumnsOf, shownColumns } from './formColumns.ts';
import styles from './OrderFilterBar.module.css';
import { OrderTable } from './OrderTable.tsx';
import {
  csvFields,
  defaultOrderSort,
  hasFilters,
  type OrderFilters,
  orderFilterQuery,
  orderFiltersFromParams,
  orderSortFromParams,
  orderViewOf,
  rowFields,
} from './orderFilters.ts';
import { statusFilters } from './statusFilter.ts';

/** Loaded after the rows, because it is visible only on hover and focus. */
const RowActions = lazyComponent(async () => (await import('../copying/RowActions.tsx')).RowActions);

const SortFallback = lazyComponent(async () => (await import('./NoOrders.tsx')).SortFallback);
const NoOrders = lazyComponent(async () => (await import('./NoOrders.tsx')).NoOrders);

/** Loaded when the first row is selected. */
const OrderSelectionBar = lazyComponent(async () => (await import('./OrderBulkActions.tsx')).OrderSelectionBar);

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
  const { page, search, params, change, hrefOfPage, onSort } = useListState(defaultOrderSort);
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
      sum: 'amount',
    }),
    // Wait for the columns of the form, so that the rows are loaded only once.
    enabled: filters.form === '' || !form.isPending,
  });
  const { selection, onSelect, checkboxes } = useRowSelection<PopulatedOrder>(listQuery);
  const cache = useQueryClient();
  const isRead = list.isSuccess;
  const first = list.data?.results[0]?.id;
  useEffect(() => {
    const preload = () => preloadOrderEditor(first ? { id: first, cache } : undefined);
    return isRead ? runWhenIdle(preload) : undefined;
  }, [isRead, first, cache]);
  const add = ability.can('create', 'Order') && (
    <Link className={buttonClass('primary')} to={channelPath(channel, 'orders/new')}>
      New Order
    </Link>
  );
  const { status, isAcross } = filters;
  const views = {
    resource: 'portal/orders,orders',
    user,
    currentQuery: orderViewOf(params),
    read: (query: string) => orderViewOf(new URLSearchParams(query)),
    words,
    details: { columns: paths },
    loadTranslator: async () => (await import('./orderViews.ts')).portalViewOf,
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
              <ExportButton
                path="orders"
                query={{ ...listQuery, columns: csvFields(paths), populate: 'client,user,channel,assignedTo' }}
                total={list.data?.pagination.totalIsMinimum ? undefined : list.data?.pagination.total}
              />
            }
          />
        }
        list={list}
        page={page}
        things="orders"
        hrefOfPage={hrefOfPage}
        note={totalNote(list.data?.pagination)}
        empty={
          <NoOrders
            channel={channel}
            search={search}
            suggestion={list.data?.pagination.suggestion}
            isNarrowed={hasFilters(filters)}
            add={add}
          />
        }
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
            hidden={filters.hidden}
            isAcross={isAcross}
            selection={checkboxes(rows, ({ refCode }) => refCode)}
          />
        )}
      </ListBody>
      {list.error && sort !== defaultOrderSort && (
        <SortFallback error={list.error} onReset={() => change({ sort: '' })} />
      )}
      {selection && (
        <OrderSelectionBar
          channel={channel}
          selection={selection}
          onSelect={onSelect}
          page={list.data}
          query={listQuery}
          csvColumns={csvFields(paths)}
        />
      )}
    </>
  );
}

/** The sum of the amounts of all matches. */
function totalNote(pagination: Page<unknown>['pagination'] | undefined): string | undefined {
  return moneyText(pagination?.sums?.amount ?? null) || undefined;
}

const ChosenOrderFilters = lazyComponent(async () => (await import('./ActiveOrderFilters.tsx')).ActiveOrderFilters, {
  fallback: () => <div className={styles.chosen} />,
});
const FilterPanel = lazyComponent(async () => (await import('./FilterPanel.tsx')).FilterPanel);
const ColumnPanel = lazyComponent(async () => (await import('./FilterPanel.tsx')).ColumnPanel);

interface OrderFilterBarProps {
  channel: NamedRecord;
  filters: OrderFilters;
  search: string;
  params: URLSearchParams;
  change: (changes: Record<string, string>) => void;
  columns: readonly FormColumn[];
  /** The export button. */
  download: ElementSlot;
}

/**
 * The filter bar of the order list: search, status and "Mine", the button for all other filters, and the active ones.
 */
function OrderFilterBar(bar: OrderFilterBarProps) {
  const { filters, search, params, change, download } = bar;
  const [open, setOpen] = useState<'filters' | 'columns'>();
  const panelButton = (panel: 'filters' | 'columns', title: string) => (
    <Button kind="quiet" aria-expanded={open === panel} onClick={() => setOpen(open === panel ? undefined : panel)}>
      {title}
    </Button>
  );
  const hrefOf = (changes: Record<string, string>) => `?${updateListParams(params, changes)}`;
  const isMine = filters.user === 'me';
  // The bar itself shows the status and "Mine".
  const hasMore = hasFilters({ ...filters, status: undefined, user: isMine ? '' : filters.user }) || filters.isAcross;
  return (
    <>
      <SearchField
        label="Search by reference, client, person or campaign"
        value={search}
        onSearch={(text) => change({ search: text })}
      />
      <FilterChips
        label="Status"
        chips={[
          { title: 'All', href: hrefOf({ status: '' }), isCurrent: !filters.status },
          ...statusFilters.map(({ value, title }) => ({
            title,
            href: hrefOf({ status: value }),
            isCurrent: filters.status?.value === value,
          })),
        ]}
      />
      <span className={styles.tools}>
        <FilterChips
          label="Owner"
          chips={[{ title: 'Mine', href: hrefOf({ user: isMine ? '' : 'me' }), isCurrent: isMine }]}
        />
        {panelButton('filters', 'Filters')}
        {panelButton('columns', 'Columns')}
        {download}
      </span>
      {open === 'filters' && <FilterPanel {...bar} />}
      {open === 'columns' && <ColumnPanel {...bar} />}
      {hasMore && <ChosenOrderFilters filters={filters} columns={bar.columns} hrefOf={hrefOf} />}
    </>
  );
}
