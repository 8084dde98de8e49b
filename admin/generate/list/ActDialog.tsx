import { type ComponentProps, lazy, Suspense } from 'react';

const BulkDialog = lazy(async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog }));

/** Does an act with records; the dialog that asks and accounts for it is loaded when one is first begun. */
export function ActDialog(props: ComponentProps<typeof BulkDialog>) {
  return (
    <Suspense fallback={null}>
      <BulkDialog {...props} />
    </Suspense>
  );
}
