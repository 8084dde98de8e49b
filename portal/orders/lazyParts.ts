import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PartLoadError } from '../look/LoadError.tsx';

// Lazy-loaded parts of the order page: dialogs load when first opened; lines and history load after the form above
// them.

const isDialog = true;

const afterInputs = () => import('./afterInputs.ts');

export const LazyMergeDialog = lazyComponent(async () => (await import('../editing/MergeDialog.tsx')).MergeDialog, {
  errorFallback: PartLoadError,
  isDialog,
});
export const LazyTransitionDialog = lazyComponent(
  async () => (await import('./lifecycle/TransitionDialog.tsx')).TransitionDialog,
  {
    errorFallback: PartLoadError,
    isDialog,
  },
);
export const LazyDuplicateDialog = lazyComponent(
  async () => (await import('./copying/DuplicateDialog.tsx')).DuplicateDialog,
  {
    errorFallback: PartLoadError,
    isDialog,
  },
);
export const LazyManyClientsDialog = lazyComponent(
  async () => (await import('./copying/ManyClientsDialog.tsx')).ManyClientsDialog,
  { errorFallback: PartLoadError, isDialog },
);
export const LazyStoredChanges = lazyComponent(async () => (await afterInputs()).StoredChanges);
export const LazyUnsavedChangesBanner = lazyComponent(
  async () => (await import('./unsaved-changes/UnsavedChangesBanner.tsx')).UnsavedChangesBanner,
  {
    errorFallback: PartLoadError,
  },
);
export const LazyOrderConflict = lazyComponent(
  async () => (await import('./unsaved-changes/OrderConflict.tsx')).OrderConflict,
  {
    errorFallback: PartLoadError,
  },
);
export const LazyHistoryDialog = lazyComponent(
  async () => (await import('./history/HistoryDialog.tsx')).HistoryDialog,
  {
    errorFallback: PartLoadError,
    isDialog,
  },
);
export const LazyTimeline = lazyComponent(async () => (await afterInputs()).Timeline, {
  errorFallback: PartLoadError,
});
export const LazyNormalizedValuesBanner = lazyComponent(
  async () => (await import('./editing/NormalizedValuesBanner.tsx')).NormalizedValuesBanner,
  {
    errorFallback: PartLoadError,
  },
);
export const LazySecondaryActions = lazyComponent(async () => (await afterInputs()).SecondaryActions);
export const LazyOrderStateBanner = lazyComponent(
  async () => (await import('./lifecycle/OrderStateBanner.tsx')).OrderStateBanner,
  {
    errorFallback: PartLoadError,
  },
);
export const LazyOrderLines = lazyComponent(async () => (await afterInputs()).OrderLines, {
  errorFallback: PartLoadError,
});
export const LazyOrderActions = lazyComponent(async () => (await afterInputs()).OrderActions, {
  errorFallback: PartLoadError,
});
export const LazyOrderProblems = lazyComponent(async () => (await afterInputs()).OrderProblems, {
  errorFallback: PartLoadError,
});
export const LazyExistingProblems = lazyComponent(
  async () => (await import('./problems/ExistingProblems.tsx')).ExistingProblems,
);
export const LazyOrderFacts = lazyComponent(async () => (await afterInputs()).OrderFacts);
export const LazyAdditionalFields = lazyComponent(
  async () => (await import('./editing/AdditionalFields.tsx')).AdditionalFields,
);
export const OrderNeighbours = lazyComponent(async () => (await afterInputs()).PreviousNextOrder);
export const LazyOrderOutline = lazyComponent(async () => (await afterInputs()).OrderOutline);
export const LazyUpgradeOffer = lazyComponent(async () => (await import('./lifecycle/UpgradeOffer.tsx')).UpgradeOffer);
