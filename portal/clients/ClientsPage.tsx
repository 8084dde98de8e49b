import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { Client } from '#schemas/generated/types.ts';
import { listOf, type NamedRecord } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { ChannelRoute } from '../channels/ChannelRoute.tsx';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { ExportButton } from '../lists/ExportButton.tsx';
import { ListBody } from '../lists/ListBody.tsx';
import { ListHead } from '../lists/ListHead.tsx';
import { pageSize, useListState, useRowSelection } from '../lists/listState.ts';
import { SearchField } from '../lists/SearchField.tsx';
import { SearchSuggestion } from '../lists/SearchSuggestion.tsx';
import { buttonClass } from '../look/Button.tsx';
import { DataTable, type DataTableColumn, type RowSelection, updatedColumn } from '../look/DataTable.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { isAllowedSort } from '../look/sortOrder.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './ClientsPage.module.css';
import { clientProperties } from './clientFields.ts';
import industryFilterStyles from './IndustryFilter.module.css';
import { useOrganizations } from './organizations.ts';

/** Loaded when the first row is selected. */
const SelectionBar = lazyComponent(async () => (await import('../lists/SelectionBar.tsx')).SelectionBar);
const ClientBulkEdit = lazyComponent(async () => (await import('./ClientBulkEdit.tsx')).ClientBulkEdit);

/** The result of a bulk edit (`?bulk=`). */
const ClientBulkReport = lazyComponent(async () => (await import('./ClientBulkEdit.tsx')).ClientBulkReport);

/** The sort orders of client lists, shared by all pages that show one. */
const byIndustry = 'industry,name';
const sorts = ['name', 'updatedAt', byIndustry];

/** Returns the sort order in an address; by name if it has none, or an unknown one. */
function clientSortFromParams(params: URLSearchParams): string {
  const requested = params.get('sort') ?? '';
  return isAllowedSort(requested, sorts) ? requested : 'name';
}

/** Returns the industry filter in an address; '' for all industries. */
const industryFromParams = (params: URLSearchParams): string => params.get('industry') ?? '';

/**
 * Returns the query of an industry filter. It is a range with equal ends, because a plain value would be split at its
 * commas.
 */
const industryQuery = (industry: string) => ({ 'industry.from': industry, 'industry.to': industry });

/** Returns the query string that a saved view stores: search, industry and sort, without the page. */
function clientViewOf(params: URLSearchParams): string {
  const requested = ['search', 'industry', 'sort'].map((key): [string, string] => [key, params.get(key) ?? '']);
  return String(new URLSearchParams(requested.filter(([, text]) => text !== '')));
}

/** The client list: all clients that the person may see, or within a channel those of its entity's tree (design 3). */
export function ClientsPage() {
  const { slug } = useParams();
  if (slug === undefined) return <ListOrReport base="/clients" />;
  return (
    <ChannelRoute>
      {(channel) => <ListOrReport base={channelPath(channel, 'clients')} channel={channel} />}
    </ChannelRoute>
  );
}

interface ClientListProps {
  /** The address of the list; a client's id is appended to it. */
  base: string;
  channel?: NamedRecord;
}

function ListOrReport(props: ClientListProps) {
  const bulk = useSearchParams()[0].get('bulk');
  return bulk ? <ClientBulkReport key={bulk} id={bulk} list={props.base} /> : <ClientList {...props} />;
}

const words = {
  label: 'Views',
  defaultLabel: 'All clients',
  saveLabel: 'Save this view',
  hint: 'The search, industry and sort order appear above the list under this name, wherever you sign in.',
};

function ClientList({ base, channel }: ClientListProps) {
  const { user, ability } = useSignedIn();
  const { page, search, params, change, hrefOfPage, onSort } = useListState('name');
  const target = useChannels().channel;
  const sort = clientSortFromParams(params);
  const industry = industryFromParams(params);
  const listQuery = { search, sort, channel: channel?.id, ...industryQuery(industry) };
  const list = useQuery(listOf('clients', { ...listQuery, page: page + 1, limit: pageSize }));
  const { total, totalIsMinimum } = list.data?.pagination ?? {};
  const { selection, onSelect, checkboxes } = useRowSelection(listQuery);
  const csv = { columns: [...clientProperties, 'updatedAt'] };
  const add = ability.can('create', 'Client') && (
    <Link className={buttonClass('primary')} to={`${base}/new`}>
      New Client
    </Link>
  );
  const orderFor = ability.can('create', 'Order')
    ? (client: Client) =>
        target && (
          <Link
            className={buttonClass('quiet')}
            to={`${channelPath(target, 'orders/draft')}?for=${client.id}`}
            aria-label={`New Order for ${client.name}`}
          >
            New Order
          </Link>
        )
    : undefined;
  const views = {
    resource: 'portal/clients',
    user,
    currentQuery: clientViewOf(params),
    read: (query: string) => clientViewOf(new URLSearchParams(query)),
    words,
  };
  return (
    <>
      <ListHead title="Clients" add={add} views={views} />
      <ListBody
        filters={
          <>
            <SearchField
              label="Search by name, business, owner or number"
              value={search}
              onSearch={(text) => change({ search: text })}
            />
            <IndustryFilter
              channel={channel?.id}
              value={industry}
              onChange={(chosen) => change({ industry: chosen })}
            />
            <span className={styles.tools}>
              <ExportButton
                path="clients"
                query={{ ...listQuery, ...csv }}
                total={totalIsMinimum ? undefined : total}
              />
            </span>
          </>
        }
        list={list}
        page={page}
        things="clients"
        hrefOfPage={hrefOfPage}
        empty={<NoClients {...{ search, industry, add }} suggestion={list.data?.pagination.suggestion} />}
      >
        {(rows, isStale) => (
          <ClientTable
            {...{ rows, isStale, base, sort, onSort }}
            actions={orderFor}
            selection={checkboxes(rows, (client) => client.name)}
          />
        )}
      </ListBody>
      {selection && (
        <SelectionBar
          things="clients"
          path="clients"
          query={listQuery}
          page={list.data}
          {...{ selection, onSelect, csv }}
        >
          {(selected) => ability.can('update', 'Client') && <ClientBulkEdit {...selected} list={base} />}
        </SelectionBar>
      )}
    </>
  );
}

interface NoClientsProps {
  search: string;
  industry: string;
  /** A similar query that finds something. */
  suggestion: string | undefined;
  add: ElementSlot;
}

function NoClients({ search, industry, suggestion, add }: NoClientsProps) {
  if (!search && !industry)
    return (
      <EmptyState title="No clients yet" action={add}>
        A client is the business an order is placed for. Add the first one to start ordering.
      </EmptyState>
    );
  if (suggestion) return <SearchSuggestion search={search} suggestion={suggestion} clearLabel="Show all clients" />;
  const within = industry && ` in ${industry}`;
  return (
    <EmptyState
      title={search ? `No clients${within} match “${search}”` : `No clients${within}`}
      action={<Link to="?">Show all clients</Link>}
    >
      {search ? 'Check the spelling, or try fewer letters.' : 'Try another industry.'}
    </EmptyState>
  );
}

const name: DataTableColumn<Client> = {
  key: 'name',
  title: 'Client Name',
  sort: 'name',
  cell: (client) => client.name,
};
const details: DataTableColumn<Client>[] = [
  { key: 'businessName', title: 'Business name', isWideOnly: true, cell: ({ businessName }) => businessName },
  { key: 'businessOwner', title: 'Business owner', isWideOnly: true, cell: ({ businessOwner }) => businessOwner },
  { key: 'city', title: 'City', isWideOnly: true, cell: ({ businessAddress }) => businessAddress.city },
  { key: 'industry', title: 'Industry', sort: byIndustry, isWideOnly: true, cell: ({ industry }) => industry },
  { ...updatedColumn, sort: 'updatedAt' },
];

/** The table of clients. It shows the organization only if the person sees more than one. */
function ClientTable({
  rows,
  isStale,
  base,
  sort,
  onSort,
  actions,
  selection,
}: Pick<ClientListProps, 'base'> & {
  rows: readonly Client[];
  isStale: boolean;
  sort: string;
  onSort: (sort: string) => void;
  actions: ((client: Client) => ReactNode) | undefined;
  selection: RowSelection<Client>;
}) {
  const { data: places = [] } = useOrganizations();
  // With a single organization the column has no information.
  const hasPlaces = places.length > 1;
  const placeNameOf = ({ treeScope }: Client) => places.find(({ id }) => id === treeScope[1])?.name ?? '–';
  const place: DataTableColumn<Client> = { key: 'place', title: 'Organization', isWideOnly: true, cell: placeNameOf };
  return (
    <DataTable
      caption="Clients"
      columns={[name, ...(hasPlaces ? [place] : []), ...details]}
      rows={rows}
      hrefOf={({ id }) => `${base}/${id}`}
      below={(client) =>
        [client.businessName, client.businessAddress.city, ...(hasPlaces ? [placeNameOf(client)] : [])].join(', ')
      }
      actions={actions}
      sort={sort}
      onSort={onSort}
      isStale={isStale}
      selection={selection}
    />
  );
}

/** The industries of the clients that the person may see, or of those in one channel. */
const industriesOf = (channel: string | undefined) =>
  queryOptions({
    queryKey: ['clients', 'industries', channel],
    queryFn: ({ signal }) =>
      request<{ industry: string; count: number }[]>({ path: 'clients/industries', query: { channel }, signal }),
    staleTime: 60_000,
  });

/** The industry filter of the client list. The selected industry stays an option even if no client has it any more. */
function IndustryFilter({
  channel,
  value,
  onChange,
}: {
  channel: string | undefined;
  value: string;
  onChange: (industry: string) => void;
}) {
  const { data: known = [] } = useQuery(industriesOf(channel));
  const isKnown = value === '' || known.some(({ industry }) => industry === value);
  return (
    <select
      className={industryFilterStyles.choice}
      aria-label="Industry"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">All industries</option>
      {known.map(({ industry, count }) => (
        <option key={industry} value={industry}>
          {`${industry} (${count})`}
        </option>
      ))}
      {!isKnown && <option>{value}</option>}
    </select>
  );
}
