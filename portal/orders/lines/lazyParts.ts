import { lazyComponent } from '../../forms/lazyComponent.tsx';
import { PartLoadError } from '../../look/PartLoadError.tsx';

// Lazy-loaded parts of the lines.

export const AddProductDialog = lazyComponent(async () => (await import('./AddProductDialog.tsx')).AddProductDialog, {
  errorFallback: PartLoadError,
  isDialog: true,
});
export const LineForm = lazyComponent(async () => (await import('../line-form/LineForm.tsx')).LineForm, {
  errorFallback: PartLoadError,
});
export const LineProof = lazyComponent(async () => (await import('../proof/LineProof.tsx')).LineProof);
export const OrderProof = lazyComponent(async () => (await import('../proof/OrderProof.tsx')).OrderProof);
