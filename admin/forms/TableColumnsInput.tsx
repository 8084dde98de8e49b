import { Skeleton } from '@mui/material';
import { lazy, Suspense } from 'react';
import type { FieldProps } from '../generate/override.ts';

const TableColumns = lazy(async () => ({ default: (await import('./columns/TableColumns.tsx')).TableColumns }));

/** The columns of a form's lists of orders; fetched with the form, since it reads that. */
export function TableColumnsInput({ field, source }: FieldProps) {
  return (
    <Suspense fallback={<Skeleton variant="rectangular" height={120} />}>
      <TableColumns label={field.label} source={source} />
    </Suspense>
  );
}
