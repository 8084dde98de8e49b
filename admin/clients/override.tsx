import MergeOutlined from '@mui/icons-material/MergeOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { Client } from '#schemas/generated/types.ts';
import { MetadataLinks } from '../access/PermissionsLink.tsx';
import { lazyComponent, lazyPage } from '../frame/lazy-component.tsx';
import { BarButton } from '../generate/list/BarButton.tsx';
import type { Override } from '../generate/override.ts';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';

/** Lazy: loaded with the first client page. */
const ClientOrders = lazyComponent(async () => (await import('./ClientOrders.tsx')).ClientOrders);
const ClientMerges = lazyComponent(async () => (await import('./ClientMerges.tsx')).ClientMerges);
const MergeButton = lazyComponent(async () => (await import('./ClientMerges.tsx')).MergeButton);
const MergedClientRedirect = lazyComponent(async () => (await import('./ClientMerges.tsx')).MergedClientRedirect);
const AddToTreeButton = lazyComponent(async () => (await import('./ClientOrganization.tsx')).AddToTreeButton);
const NewClientOrganization = lazyComponent(
  async () => (await import('./ClientOrganization.tsx')).NewClientOrganization,
  { height: 180 },
);
const DuplicatesPage = lazyPage(async () => (await import('./Duplicates.tsx')).DuplicatesPage);
const MergePage = lazyPage(async () => (await import('./MergePage.tsx')).MergePage);

export const clients: Override<'Client'> = {
  icon: StorefrontOutlined,
  cells: { treeScope: OrganizationCell },
  createPanel: NewClientOrganization,
  metadataLinks: MetadataLinks,
  actions: ClientActions,
  aside: ClientOrders,
  children: { ClientMerge: ClientMerges },
  missing: MergedClientRedirect,
  listActions: DuplicatesLink,
  routes: [
    { path: 'duplicates', element: <DuplicatesPage /> },
    { path: ':id/merge', element: <MergePage /> },
  ],
};

/** Link from the list of clients to those that may be the same business. */
function DuplicatesLink() {
  return <BarButton label="Duplicates" icon={<MergeOutlined />} to="/clients/duplicates" />;
}

function ClientActions() {
  return (
    <>
      <AddToTreeButton />
      <MergeButton />
    </>
  );
}

/** List cell with the client's organization: the parent of its own entity in the tree. */
function OrganizationCell() {
  const client = useRecordContext<Client>();
  if (client?.treeScope.length === 0) return <Typography color="text.secondary">No organization</Typography>;
  return <ReferenceLink reference="entities" source="treeScope.1" />;
}
