import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import { MetadataLinks } from '../access/PermissionsLink.tsx';
import { lazyComponent } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';

/** Lazy: the preview pulls in the portal's line form. */
const LineSchemaInput = lazyComponent(async () => (await import('./LineSchemaInput.tsx')).LineSchemaInput, {
  height: 160,
});

const AccessRules = lazyComponent(async () => (await import('./AccessRules.tsx')).AccessRules);

export const products: Override<'Product'> = {
  icon: Inventory2Outlined,
  inputs: { schema: LineSchemaInput },
  metadataLinks: MetadataLinks,
  below: AccessRules,
};
