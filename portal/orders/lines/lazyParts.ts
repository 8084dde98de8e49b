import { lazyComponent } from '../../forms/lazyComponent.tsx';
import { PartLoadError } from '../../look/LoadError.tsx';

// Lazy-loaded parts of the lines.

export const LazyAddProductDialog = lazyComponent(
  async () => (await import('./AddProductDialog.tsx')).AddProductDialog,
  {
    errorFallback: PartLoadError,
    isDialog: true,
  },
);
export const LazyLineForm = lazyComponent(async () => (await import('../line-form/LineForm.tsx')).LineForm, {
  errorFallback: PartLoadError,
});
export const LazyLineProof = lazyComponent(async () => (await import('../proof/LineProof.tsx')).LineProof);
export const LazyOrderProof = lazyComponent(async () => (await import('../proof/OrderProof.tsx')).OrderProof);
