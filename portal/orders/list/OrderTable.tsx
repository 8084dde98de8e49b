import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { stateNote } from '#schemas/orders/order-stage.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { nameOf, type PopulatedOrder } from '../../api/queries.ts';
import { channelPath, useChannels } from '../../channels/useChannels.ts';
import { DataTable, type DataTableColumn } from '../../look/DataTable.tsx';
import { RelativeTime } from '../../look/RelativeTime.tsx';
import { StatusChip } from '../../look/StatusChip.tsx';
import { type AdditionalColumn, additionalColumns } from './additionalColumns.ts';
import type { FormColumn } from './formColumns.ts';
import styles from './OrderTable.module.css';
import { statusSort } from './orderFilters.ts';

type Columns = [DataTableColumn<PopulatedOrder>, ...DataTableColumn<PopulatedOrder>[]];

/** Returns a cell renderer for text in one line, truncated with the full text as tooltip. */
function truncated(
  textOf: (order: PopulatedOrder) => string,
  className = styles.value,
): DataTableColumn<PopulatedOrder>['cell'] {
  return (order) => {
    const text = textOf(order);
    return (
      <span className={className} title={text}>
        {text}
      </span>
    );
  };
}

const clientName = ({ client }: PopulatedOrder) => (client === null ? 'No client yet' : nameOf(client, '–'));

const client: DataTableColumn<PopulatedOrder> = {
  key: 'client',
  title: 'Client',
  isWideOnly: true,
  cell: truncated(clientName),
};
const amount: DataTableColumn<PopulatedOrder> = {
  key: 'amount',
  title: 'Amount',
  isNumber: true,
  isWideOnly: true,
  cell: ({ amount: sum }) => moneyText(sum) || '–',
};
const status: DataTableColumn<PopulatedOrder> = {
  key: 'status',
  title: 'Status',
  sort: statusSort,
  cell: (order) => <Status order={order} />,
};
const user: DataTableColumn<PopulatedOrder> = {
  key: 'user',
  title: 'User',
  isWideOnly: true,
  cell: truncated(({ user: person }) => nameOf(person, '–'), styles.person),
};
const updated: DataTableColumn<PopulatedOrder> = {
  key: 'updatedAt',
  title: 'Updated',
  sort: 'updatedAt',
  isWideOnly: true,
  cell: ({ updatedAt }) => (
    <span className={styles.time}>
      <RelativeTime instant={updatedAt} />
    </span>
  ),
};

function Status({ order }: { order: PopulatedOrder }) {
  const note = stateNote(order);
  return (
    <span className={styles.status}>
      <StatusChip status={order.status} />
      {note && (
        <span className={styles.note} title={note}>
          {note}
        </span>
      )}
    </span>
  );
}

const additionalColumnOf = ({ key, title, isNumber, text }: AdditionalColumn): DataTableColumn<PopulatedOrder> => ({
  key,
  title,
  isNumber,
  isWideOnly: true,
  cell: truncated(text),
});

const columnOf = ({ path, title, isNumber, text }: FormColumn): DataTableColumn<PopulatedOrder> => ({
  key: path,
  title,
  sort: `formData.${path}`,
  isWideOnly: true,
  isNumber,
  cell: truncated(({ formData }) => text(formData)),
});

/** The column with campaign and reference, and the channel in lists across channels. */
const campaignColumn = (placeOf: ((order: PopulatedOrder) => string) | undefined): DataTableColumn<PopulatedOrder> => ({
  key: 'campaign',
  title: 'Campaign',
  // These sort orders have an index only within one channel.
  ...(placeOf ? {} : { sort: 'campaign', secondarySort: { title: 'Reference', sort: 'refCode' } }),
  cell: (order) => (
    <>
      <span className={styles.name}>{order.campaign ?? 'No name yet'}</span>
      <span className={styles.reference}>{`${order.refCode}${placeOf ? `, ${placeOf(order)}` : ''}`}</span>
    </>
  ),
});

/**
 * The order table: each row links to the order in its own channel. Columns of the form, if all orders share one, stand
 * between the name and the people and dates.
 */
export function OrderTable({
  caption,
  rows,
  isStale,
  actions,
  sort,
  onSort,
  formColumns = [],
  isAcross = false,
  isOfOneClient = false,
}: {
  caption: string;
  rows: readonly PopulatedOrder[];
  isStale: boolean;
  /** Renders the actions of a row. */
  actions?: (order: PopulatedOrder) => ReactNode;
  sort?: string;
  onSort?: (sort: string) => void;
  formColumns?: readonly FormColumn[];
  isAcross?: boolean;
  isOfOneClient?: boolean;
}) {
  const { channels } = useChannels();
  const channelOf = ({ channelId }: PopulatedOrder) =>
    channels.find((each) => each.id === channelId) ?? { id: channelId, name: '' };
  const placeOf = (order: PopulatedOrder) => channelPath(channelOf(order), `orders/${order.id}`);
  const inChannel = (column: DataTableColumn<PopulatedOrder>, sort: string) =>
    isAcross ? column : { ...column, sort };
  const additional = useQuery(additionalColumns);
  const columns: Columns = [
    campaignColumn(isAcross ? (order) => channelOf(order).name : undefined),
    ...(isOfOneClient ? [] : [inChannel(client, 'clientName')]),
    ...(additional.data ?? []).map(additionalColumnOf),
    ...formColumns.map(columnOf),
    inChannel(amount, 'amount'),
    status,
    inChannel(user, 'userName'),
    updated,
  ];
  const table = (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      hrefOf={placeOf}
      below={(order) => (
        <>
          <span>
            {[isOfOneClient ? '' : clientName(order), moneyText(order.amount)]
              .map((text) => text && `${text}, `)
              .join('')}
          </span>
          <RelativeTime instant={order.updatedAt} />
        </>
      )}
      actions={actions}
      sort={sort}
      onSort={onSort}
      isStale={isStale}
    />
  );
  return <div className={formColumns.length > 0 ? styles.wide : styles.fitting}>{table}</div>;
}
