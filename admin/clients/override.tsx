import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { MetadataLinks } from '../access/PermissionsLink.tsx';
import { lazyComponent } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';
import { NewClientOrganization } from './NewClientOrganization.tsx';
import { OrganizationCell } from './OrganizationCell.tsx';

/** Lazy: loaded with the first client page. */
const ClientOrders = lazyComponent(async () => (await import('./ClientOrders.tsx')).ClientOrders);
const PlaceButton = lazyComponent(async () => (await import('./AddToTreeButton.tsx')).AddToTreeButton);

export const clients: Override<'Client'> = {
  icon: StorefrontOutlined,
  cells: { treeScope: OrganizationCell },
  createPanel: NewClientOrganization,
  metadataLinks: MetadataLinks,
  actions: PlaceButton,
  aside: ClientOrders,
};
