import { loadable } from '../../forms/loadable.tsx';
import { Unloaded as missing } from '../../look/Unloaded.tsx';

// Lazy-loaded parts of the lines.

export const AddProductDialog = loadable(async () => (await import('./AddProductDialog.tsx')).AddProductDialog, {
  missing,
  isDialog: true,
});
export const LineForm = loadable(async () => (await import('../line-form/LineForm.tsx')).LineForm, { missing });
export const LineProof = loadable(async () => (await import('../proof/LineProof.tsx')).LineProof);
export const OrderProof = loadable(async () => (await import('../proof/OrderProof.tsx')).OrderProof);
