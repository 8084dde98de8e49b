import { nameOf, type ShownOrder } from '../../api/queries.ts';
import { channelPath, useChannels } from '../../channels/useChannels.ts';
import { type Column, DataTable } from '../../look/DataTable.tsx';
import { StatusChip } from '../../look/StatusChip.tsx';
import { Time } from '../../look/Time.tsx';

type Columns = [Column<ShownOrder>, ...Column<ShownOrder>[]];

const clientName = ({ client }: ShownOrder) => (client === null ? 'No client yet' : nameOf(client, '–'));

const columns: Columns = [
  { key: 'refCode', title: 'Reference', cell: ({ refCode }) => refCode },
  { key: 'client', title: 'Client', isWideOnly: true, cell: clientName },
  { key: 'status', title: 'Status', cell: ({ status }) => <StatusChip status={status} /> },
  { key: 'user', title: 'User', isWideOnly: true, cell: ({ user }) => nameOf(user, '–') },
  {
    key: 'updatedAt',
    title: 'Updated',
    sort: 'updatedAt',
    isWideOnly: true,
    cell: ({ updatedAt }) => <Time instant={updatedAt} />,
  },
];

/** Orders as rows that lead to them, each in its own channel. */
export function OrderTable({
  caption,
  rows,
  isStale,
  sort,
  onSort,
}: {
  caption: string;
  rows: readonly ShownOrder[];
  isStale: boolean;
  sort?: string;
  onSort?: (sort: string) => void;
}) {
  const { channels } = useChannels();
  const placeOf = ({ channelId, id }: ShownOrder) => {
    const channel = channels.find((each) => each.id === channelId) ?? { id: channelId, name: '' };
    return channelPath(channel, `orders/${id}`);
  };
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
      sort={sort}
      onSort={onSort}
      isStale={isStale}
    />
  );
}
