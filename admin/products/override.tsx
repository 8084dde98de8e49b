import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import { Skeleton } from '@mui/material';
import { lazy, Suspense } from 'react';
import { FactsWithWhy } from '../access/WhyLink.tsx';
import type { FieldProps, Override } from '../generate/override.ts';

/** The preview brings the portal's form of lines with it: loaded when the first product is opened. */
const LineSchemaInput = lazy(async () => ({ default: (await import('./LineSchemaInput.tsx')).LineSchemaInput }));

const SchemaInput = (props: FieldProps) => (
  <Suspense fallback={<Skeleton variant="rectangular" height={160} />}>
    <LineSchemaInput {...props} />
  </Suspense>
);

const AccessRules = lazy(async () => ({ default: (await import('./AccessRules.tsx')).AccessRules }));

export const products: Override<'Product'> = {
  icon: Inventory2Outlined,
  inputs: { schema: SchemaInput },
  facts: FactsWithWhy,
  below: AccessRules,
};
