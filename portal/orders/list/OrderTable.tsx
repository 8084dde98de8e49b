import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { additionalFields } from '#schemas/orders/order-fields.ts';
import { stateNote } from '#schemas/orders/order-stage.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { nameOf, type PopulatedOrder } from '../../api/queries.ts';
import { channelPath, useChannels } from '../../channels/useChannels.ts';
import { DataTable, type DataTableColumn, type RowSelection } from '../../look/DataTable.tsx';
import { RelativeTime } from '../../look/RelativeTime.tsx';
import { StatusChip } from '../../look/StatusChip.tsx';
import { type AdditionalColumn, additionalColumns, type FormColumn } from './formColumns.ts';
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
        <span>{text}</span>
      </span>
    );
  };
}

const clientName = ({ client }: PopulatedOrder) => (client === null ? 'No client yet' : nameOf(client, '–'));

const client: DataTableColumn<PopulatedOrder> = {
  key: 'client',
  title: 'Client',
  sort: 'client',
  isWideOnly: true,
  cell: truncated(clientName),
};
const amount: DataTableColumn<PopulatedOrder> = {
  key: 'amount',
  title: 'Amount',
  sort: 'amount',
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
  title: 'Person',
  sort: 'user',
  isWideOnly: true,
  cell: truncated(({ user: person }) => nameOf(person, '–'), styles.person),
};
const submitted: DataTableColumn<PopulatedOrder> = {
  key: 'submissionDate',
  title: 'Submitted',
  sort: 'submissionDate',
  isWideOnly: true,
  cell: ({ submissionDate }) => (
    <span className={styles.time}>{submissionDate ? <RelativeTime instant={submissionDate} /> : '–'}</span>
  ),
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
          <span>{note}</span>
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
  sort: 'campaign',
  secondarySort: { title: 'Reference', sort: 'refCode' },
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
  hidden = [],
  isAcross = false,
  isOfOneClient = false,
  selection,
}: {
  caption: string;
  rows: readonly PopulatedOrder[];
  isStale: boolean;
  /** Renders the actions of a row. */
  actions?: (order: PopulatedOrder) => ReactNode;
  sort?: string;
  onSort?: (sort: string) => void;
  formColumns?: readonly FormColumn[];
  /** The keys of standard columns to leave out. */
  hidden?: readonly string[];
  isAcross?: boolean;
  isOfOneClient?: boolean;
  selection?: RowSelection<PopulatedOrder>;
}) {
  const { channels } = useChannels();
  const channelOf = ({ channelId }: PopulatedOrder) =>
    channels.find((each) => each.id === channelId) ?? { id: channelId, name: '' };
  const placeOf = (order: PopulatedOrder) => channelPath(channelOf(order), `orders/${order.id}`);
  // Their code is loaded only if an order of the page has such a field.
  const hasAdditional = rows.some((order) => additionalFields.some((name) => (order[name] ?? null) !== null));
  const additional = useQuery({ ...additionalColumns, enabled: hasAdditional });
  // A field that no order of the page has takes no column.
  const usedColumns = (additional.data ?? []).filter(({ text }) => rows.some((order) => text(order) !== '–'));
  const isShown = ({ key }: DataTableColumn<PopulatedOrder>) =>
    // Tables that cannot be sorted are parts of a page: they leave out one of the dates.
    !hidden.includes(key) && !(isOfOneClient && key === 'client') && (onSort || key !== 'submissionDate');
  const columns: Columns = [
    campaignColumn(isAcross ? (order) => channelOf(order).name : undefined),
    ...[
      client,
      ...usedColumns.map(additionalColumnOf),
      ...formColumns.map(columnOf),
      ...[amount, status, user, submitted, updated],
    ].filter(isShown),
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
          <span>
            <span>{order.waitingSince ? 'sent ' : ''}</span>
            <RelativeTime instant={order.waitingSince ?? order.updatedAt} />
          </span>
        </>
      )}
      actions={actions}
      sort={sort}
      onSort={onSort}
      isStale={isStale}
      selection={selection}
    />
  );
  return <div className={formColumns.length > 0 ? styles.wide : styles.fitting}>{table}</div>;
}
