import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { lazy } from 'react';
import { FactsWithWhy } from '../access/WhyLink.tsx';
import type { Override } from '../generate/override.ts';
import { PlaceCell } from './PlaceCell.tsx';
import { PlaceInput } from './PlaceInput.tsx';

/** Loaded with the first client that is opened. */
const ClientOrders = lazy(async () => ({ default: (await import('./ClientOrders.tsx')).ClientOrders }));
const PlaceButton = lazy(async () => ({ default: (await import('./PlaceButton.tsx')).PlaceButton }));

export const clients: Override<'Client'> = {
  icon: StorefrontOutlined,
  cells: { treeScope: PlaceCell },
  asks: PlaceInput,
  facts: FactsWithWhy,
  actions: PlaceButton,
  aside: ClientOrders,
};
