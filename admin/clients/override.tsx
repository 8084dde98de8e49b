import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { FactsWithWhy } from '../access/WhyLink.tsx';
import { lazily } from '../frame/lazily.tsx';
import type { Override } from '../generate/override.ts';
import { PlaceCell } from './PlaceCell.tsx';
import { PlaceInput } from './PlaceInput.tsx';

/** Lazy: loaded with the first client page. */
const ClientOrders = lazily(async () => (await import('./ClientOrders.tsx')).ClientOrders);
const PlaceButton = lazily(async () => (await import('./PlaceButton.tsx')).PlaceButton);

export const clients: Override<'Client'> = {
  icon: StorefrontOutlined,
  cells: { treeScope: PlaceCell },
  asks: PlaceInput,
  facts: FactsWithWhy,
  actions: PlaceButton,
  aside: ClientOrders,
};
