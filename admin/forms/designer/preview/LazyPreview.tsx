import { Skeleton } from '@mui/material';
import { lazy, Suspense } from 'react';

const Preview = lazy(() => import('./Preview.tsx'));

/** The preview, fetched when it is first looked at. */
export function LazyPreview() {
  return (
    <Suspense fallback={<Skeleton variant="rectangular" height={320} />}>
      <Preview />
    </Suspense>
  );
}
