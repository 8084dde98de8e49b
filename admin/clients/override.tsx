import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { MetadataLinks } from '../access/WhyLink.tsx';
import { lazyComponent } from '../frame/lazily.tsx';
import type { Override } from '../generate/override.ts';
import { OrganizationCell } from './PlaceCell.tsx';
import { NewClientOrganization } from './PlaceInput.tsx';

/** Lazy: loaded with the first client page. */
const ClientOrders = lazyComponent(async () => (await import('./ClientOrders.tsx')).ClientOrders);
const PlaceButton = lazyComponent(async () => (await import('./PlaceButton.tsx')).AddToTreeButton);

export const clients: Override<'Client'> = {
  icon: StorefrontOutlined,
  cells: { treeScope: OrganizationCell },
  createPanel: NewClientOrganization,
  metadataLinks: MetadataLinks,
  actions: PlaceButton,
  aside: ClientOrders,
};
