import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import type { Client } from '#schemas/generated/types.ts';
import { listOf, type Named } from '../api/queries.ts';
import { ChannelPlace } from '../channels/ChannelPlace.tsx';
import { channelPath } from '../channels/useChannels.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { ListPlace } from '../lists/ListPlace.tsx';
import { pageSize } from '../lists/listState.ts';
import { SearchField } from '../lists/SearchField.tsx';
import { useListState } from '../lists/useListState.ts';
import { buttonClass } from '../look/Button.tsx';
import { type Column, DataTable } from '../look/DataTable.tsx';
import { EmptyPlace } from '../look/Place.tsx';
import { Time } from '../look/Time.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { usePlaces } from './usePlaces.ts';

const name: Column<Client> = { key: 'name', title: 'Client Name', sort: 'name', cell: (client) => client.name };
const details: Column<Client>[] = [
  { key: 'businessName', title: 'Business name', isWideOnly: true, cell: ({ businessName }) => businessName },
  { key: 'businessOwner', title: 'Business owner', isWideOnly: true, cell: ({ businessOwner }) => businessOwner },
  { key: 'city', title: 'City', isWideOnly: true, cell: ({ businessAddress }) => businessAddress.city },
  { key: 'industry', title: 'Industry', isWideOnly: true, cell: ({ industry }) => industry },
  { key: 'updatedAt', title: 'Updated', isWideOnly: true, cell: ({ updatedAt }) => <Time instant={updatedAt} /> },
];

/** The clients one may see; within a channel those of its entity's tree (design 3). */
export function ClientsPage() {
  const { slug } = useParams();
  if (slug === undefined) return <ClientList base="/clients" />;
  return (
    <ChannelPlace>{(channel) => <ClientList base={channelPath(channel, 'clients')} channel={channel} />}</ChannelPlace>
  );
}

function ClientList({ base, channel }: { base: string; channel?: Named }) {
  const { ability } = useSignedIn();
  const { page, search, sort, change, hrefOfPage } = useListState('name');
  const list = useQuery(listOf('clients', { page: page + 1, limit: pageSize, search, sort, channel: channel?.id }));
  const { data: places = [] } = usePlaces();
  // Where all clients are in the same place, it tells nothing.
  const isTold = places.length > 1;
  const placeNameOf = ({ treeScope }: Client) => places.find(({ id }) => id === treeScope[1])?.name ?? '–';
  const place: Column<Client> = { key: 'place', title: 'Organization', isWideOnly: true, cell: placeNameOf };
  const add = ability.can('create', 'Client') && (
    <Link className={buttonClass('primary')} to={`${base}/new`}>
      New Client
    </Link>
  );
  return (
    <>
      <PageHead title="Clients" actions={add} />
      <ListPlace
        filters={<SearchField label="Search clients" value={search} onSearch={(text) => change({ search: text })} />}
        list={list}
        page={page}
        hrefOfPage={hrefOfPage}
        empty={
          search ? (
            <EmptyPlace title={`No client matches '${search}'`}>Try another spelling, or fewer letters.</EmptyPlace>
          ) : (
            <EmptyPlace title="No clients yet" action={add}>
              A client is the business an order is placed for. Add the first one to start ordering.
            </EmptyPlace>
          )
        }
      >
        {(rows, isStale) => (
          <DataTable
            caption="Clients"
            columns={[name, ...(isTold ? [place] : []), ...details]}
            rows={rows}
            hrefOf={({ id }) => `${base}/${id}`}
            below={(client) =>
              [client.businessName, client.businessAddress.city, ...(isTold ? [placeNameOf(client)] : [])].join(', ')
            }
            sort={sort}
            onSort={(next) => change({ sort: next })}
            isStale={isStale}
          />
        )}
      </ListPlace>
    </>
  );
}
