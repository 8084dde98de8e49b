import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import type { Override } from '../generate/override.ts';
import { ClientOrders } from './ClientOrders.tsx';
import { PlaceButton } from './PlaceButton.tsx';
import { PlaceCell } from './PlaceCell.tsx';
import { PlaceInput } from './PlaceInput.tsx';

export const clients: Override<'Client'> = {
  icon: StorefrontOutlined,
  cells: { treeScope: PlaceCell },
  asks: PlaceInput,
  actions: PlaceButton,
  aside: ClientOrders,
};
