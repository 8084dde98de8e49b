import type { ReactNode } from 'react';
import { stateNote } from '#schemas/orders/state-note.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { nameOf, type ShownOrder } from '../../api/queries.ts';
import { channelPath, useChannels } from '../../channels/useChannels.ts';
import { type Column, DataTable } from '../../look/DataTable.tsx';
import { StatusChip } from '../../look/StatusChip.tsx';
import { Time } from '../../look/Time.tsx';
import type { FormColumn } from './formColumns.ts';
import styles from './OrderTable.module.css';

type Columns = [Column<ShownOrder>, ...Column<ShownOrder>[]];

const clientName = ({ client }: ShownOrder) => (client === null ? 'No client yet' : nameOf(client, '–'));

/** What people know an order by; one that says nothing yet is its reference. */
const name: Column<ShownOrder> = {
  key: 'campaign',
  title: 'Campaign',
  cell: ({ campaign, refCode }) => <span className={styles.name}>{campaign ?? refCode}</span>,
};
const client: Column<ShownOrder> = { key: 'client', title: 'Client', isWideOnly: true, cell: clientName };
const amount: Column<ShownOrder> = {
  key: 'amount',
  title: 'Amount',
  isNumber: true,
  cell: ({ amount: sum }) => (sum === null ? '–' : moneyText(sum)),
};
const others: Column<ShownOrder>[] = [
  { key: 'status', title: 'Status', cell: (order) => <Status order={order} /> },
  { key: 'user', title: 'User', isWideOnly: true, cell: ({ user }) => nameOf(user, '–') },
  { key: 'refCode', title: 'Reference', isWideOnly: true, cell: ({ refCode }) => refCode },
];
const updated: Column<ShownOrder> = {
  key: 'updatedAt',
  title: 'Updated',
  sort: 'updatedAt',
  isWideOnly: true,
  cell: ({ updatedAt }) => <Time instant={updatedAt} />,
};

function Status({ order }: { order: ShownOrder }) {
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

const columnOf = ({ path, title, isNumber, text }: FormColumn): Column<ShownOrder> => ({
  key: path,
  title,
  sort: `formData.${path}`,
  isWideOnly: true,
  isNumber,
  cell: ({ formData }) => <span className={styles.value}>{text(formData)}</span>,
});

/**
 * Orders as rows that lead to them, each in its own channel, which rows of several channels name. What they are called and come to
 * stands before people and dates, with columns of their form between, where all are on one.
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
}: {
  caption: string;
  rows: readonly ShownOrder[];
  isStale: boolean;
  /** What can be done with an order from its row. */
  actions?: (order: ShownOrder) => ReactNode;
  sort?: string;
  onSort?: (sort: string) => void;
  formColumns?: readonly FormColumn[];
  isAcross?: boolean;
}) {
  const { channels } = useChannels();
  const channelOf = ({ channelId }: ShownOrder) =>
    channels.find((each) => each.id === channelId) ?? { id: channelId, name: '' };
  const placeOf = (order: ShownOrder) => channelPath(channelOf(order), `orders/${order.id}`);
  const channel = {
    key: 'channel',
    title: 'Channel',
    isWideOnly: true,
    cell: (order: ShownOrder) => channelOf(order).name,
  };
  const columns: Columns = [
    // In one channel alone an index has them in the order of this, and of what they come to.
    isAcross ? name : { ...name, sort: 'campaign' },
    client,
    ...(isAcross ? [channel] : []),
    ...formColumns.map(columnOf),
    isAcross ? amount : { ...amount, sort: 'amount' },
    ...others,
    updated,
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      hrefOf={placeOf}
      below={(order) => (
        <>
          {clientName(order)}, <Time instant={order.updatedAt} />
        </>
      )}
      actions={actions}
      sort={sort}
      onSort={onSort}
      isStale={isStale}
    />
  );
}
