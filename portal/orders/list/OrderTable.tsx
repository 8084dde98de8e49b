import type { ReactNode } from 'react';
import { stateNote } from '#schemas/orders/state-note.ts';
import { nameOf, type ShownOrder } from '../../api/queries.ts';
import { channelPath, useChannels } from '../../channels/useChannels.ts';
import { type Column, DataTable } from '../../look/DataTable.tsx';
import { StatusChip } from '../../look/StatusChip.tsx';
import { Time } from '../../look/Time.tsx';
import styles from './OrderTable.module.css';

type Columns = [Column<ShownOrder>, Column<ShownOrder>, ...Column<ShownOrder>[]];

const clientName = ({ client }: ShownOrder) => (client === null ? 'No client yet' : nameOf(client, '–'));

const columns: Columns = [
  { key: 'refCode', title: 'Reference', cell: ({ refCode }) => refCode },
  { key: 'client', title: 'Client', isWideOnly: true, cell: clientName },
  { key: 'status', title: 'Status', cell: (order) => <Status order={order} /> },
  { key: 'user', title: 'User', isWideOnly: true, cell: ({ user }) => nameOf(user, '–') },
  {
    key: 'updatedAt',
    title: 'Updated',
    sort: 'updatedAt',
    isWideOnly: true,
    cell: ({ updatedAt }) => <Time instant={updatedAt} />,
  },
];

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

/** Orders as rows that lead to them, each in its own channel, which rows of several channels name. */
export function OrderTable({
  caption,
  rows,
  isStale,
  actions,
  sort,
  onSort,
  isAcross = false,
}: {
  caption: string;
  rows: readonly ShownOrder[];
  isStale: boolean;
  /** What can be done with an order from its row. */
  actions?: (order: ShownOrder) => ReactNode;
  sort?: string;
  onSort?: (sort: string) => void;
  isAcross?: boolean;
}) {
  const { channels } = useChannels();
  const channelOf = ({ channelId }: ShownOrder) =>
    channels.find((each) => each.id === channelId) ?? { id: channelId, name: '' };
  const placeOf = (order: ShownOrder) => channelPath(channelOf(order), `orders/${order.id}`);
  const [reference, client, ...others] = columns;
  const channel = {
    key: 'channel',
    title: 'Channel',
    isWideOnly: true,
    cell: (order: ShownOrder) => channelOf(order).name,
  };
  return (
    <DataTable
      caption={caption}
      columns={isAcross ? [reference, client, channel, ...others] : columns}
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
