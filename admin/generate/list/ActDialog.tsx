import type { ComponentProps } from 'react';
import { lazily } from '../../frame/lazily.tsx';

const BulkDialog = lazily(async () => (await import('./BulkDialog.tsx')).BulkDialog, { isDialog: true });

/** Lazy wrapper of the bulk action dialog. */
export function ActDialog(props: ComponentProps<typeof BulkDialog>) {
  return <BulkDialog {...props} />;
}
