import type { ComponentProps } from 'react';
import { lazily } from '../../frame/lazily.tsx';

const BulkDialog = lazily(async () => (await import('./BulkDialog.tsx')).BulkDialog, { isDialog: true });

/** Does an act with records; the dialog that asks and accounts for it is loaded when one is first begun. */
export function ActDialog(props: ComponentProps<typeof BulkDialog>) {
  return <BulkDialog {...props} />;
}
