import type { ReactNode } from 'react';
import type { Client } from '#schemas/generated/types.ts';
import { DataTable, type DataTableColumn, updatedColumn } from '../look/DataTable.tsx';
import { byIndustry } from './clientList.ts';
import { useOrganizations } from './useOrganizations.ts';

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
export function ClientTable({
  rows,
  isStale,
  base,
  sort,
  onSort,
  actions,
}: {
  rows: readonly Client[];
  isStale: boolean;
  /** The address of the list; a client's id is appended to it. */
  base: string;
  sort: string;
  onSort: (sort: string) => void;
  actions: ((client: Client) => ReactNode) | undefined;
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
    />
  );
}
