import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { FactsWithWhy } from '../access/WhyLink.tsx';
import type { Override } from '../generate/override.ts';
import { ClientOrders } from './ClientOrders.tsx';
import { PlaceButton } from './PlaceButton.tsx';
import { PlaceCell } from './PlaceCell.tsx';
import { PlaceInput } from './PlaceInput.tsx';

export const clients: Override<'Client'> = {
  icon: StorefrontOutlined,
  cells: { treeScope: PlaceCell },
  asks: PlaceInput,
  facts: FactsWithWhy,
  actions: PlaceButton,
  aside: ClientOrders,
};
