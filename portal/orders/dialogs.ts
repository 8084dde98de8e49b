import { lazy } from 'react';

// What an order page asks or offers now and then is loaded when it first does (performance 2).

export const AddProductDialog = lazy(async () => ({
  default: (await import('./AddProductDialog.tsx')).AddProductDialog,
}));

export const CancelDialog = lazy(async () => ({ default: (await import('./CancelDialog.tsx')).CancelDialog }));

export const CompareDialog = lazy(async () => ({ default: (await import('./CompareDialog.tsx')).CompareDialog }));

export const DeleteDialog = lazy(async () => ({ default: (await import('./DeleteDialog.tsx')).DeleteDialog }));

export const ReasonDialog = lazy(async () => ({ default: (await import('./ReasonDialog.tsx')).ReasonDialog }));

export const SidesDialog = lazy(async () => ({ default: (await import('./SidesDialog.tsx')).SidesDialog }));

export const KeptOffer = lazy(async () => ({ default: (await import('./KeptOffer.tsx')).KeptOffer }));

export const OrderConflict = lazy(async () => ({ default: (await import('./OrderConflict.tsx')).OrderConflict }));
