import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PartLoadError } from '../look/PartLoadError.tsx';

// Lazy-loaded parts of the order page: dialogs load when first opened; lines and history load after the form above
// them.

const isDialog = true;

const afterInputs = () => import('./afterInputs.ts');

export const SidesDialog = lazyComponent(async () => (await import('../editing/MergeDialog.tsx')).MergeDialog, {
  errorFallback: PartLoadError,
  isDialog,
});
export const LazyTransitionDialog = lazyComponent(
  async () => (await import('./TransitionDialog.tsx')).TransitionDialog,
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
export const KeptHere = lazyComponent(async () => (await afterInputs()).StoredChanges);
export const KeptOffer = lazyComponent(async () => (await import('./UnsavedChangesBanner.tsx')).UnsavedChangesBanner, {
  errorFallback: PartLoadError,
});
export const LazyOrderConflict = lazyComponent(async () => (await import('./OrderConflict.tsx')).OrderConflict, {
  errorFallback: PartLoadError,
});
export const EarlierStates = lazyComponent(async () => (await import('./HistoryDialog.tsx')).HistoryDialog, {
  errorFallback: PartLoadError,
  isDialog,
});
export const LazyTimeline = lazyComponent(async () => (await afterInputs()).Timeline, {
  errorFallback: PartLoadError,
});
export const Normalized = lazyComponent(
  async () => (await import('./NormalizedValuesBanner.tsx')).NormalizedValuesBanner,
  {
    errorFallback: PartLoadError,
  },
);
export const MoreActions = lazyComponent(async () => (await afterInputs()).SecondaryActions);
export const StateNotes = lazyComponent(async () => (await import('./OrderStateBanner.tsx')).OrderStateBanner, {
  errorFallback: PartLoadError,
});
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
  async () => (await import('./ExistingProblems.tsx')).ExistingProblems,
);
export const LazyOrderFacts = lazyComponent(async () => (await afterInputs()).OrderFacts);
export const FurtherFields = lazyComponent(async () => (await import('./AdditionalFields.tsx')).AdditionalFields);
export const OrderNeighbours = lazyComponent(async () => (await afterInputs()).PreviousNextOrder);
export const LazyOrderOutline = lazyComponent(async () => (await afterInputs()).OrderOutline);
export const LazyUpgradeOffer = lazyComponent(async () => (await import('./UpgradeOffer.tsx')).UpgradeOffer);
