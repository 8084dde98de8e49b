import type { ComponentProps } from 'react';
import { lazyComponent } from '../../frame/lazy-component.tsx';

const BulkDialog = lazyComponent(async () => (await import('./BulkDialog.tsx')).BulkDialog, { isDialog: true });

/** Lazy wrapper of the bulk action dialog. */
export function LazyBulkDialog(props: ComponentProps<typeof BulkDialog>) {
  return <BulkDialog {...props} />;
}
