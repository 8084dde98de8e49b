import type { ComponentType } from 'react';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PartLoadError } from '../look/LoadError.tsx';

// Lazy-loaded parts of the order page: dialogs load when first opened; lines and history load after the form above
// them.

const afterInputs = () => import('./afterInputs.ts');

/** A part that shows where it is missing when its code failed to load. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>, isDialog = false) =>
  lazyComponent(load, { errorFallback: PartLoadError, isDialog });

/** A dialog, which loads when it is first opened. */
export const lazyDialog = <P extends object>(load: () => Promise<ComponentType<P>>) => lazyPart(load, true);

export const LazyStoredChanges = lazyComponent(async () => (await afterInputs()).StoredChanges);
export const LazyOrderConflict = lazyPart(
  async () => (await import('./unsaved-changes/OrderConflict.tsx')).OrderConflict,
);
export const LazyOrderSaveError = lazyPart(async () => (await afterInputs()).OrderSaveError);
export const LazyRulesLoadError = lazyPart(async () => (await afterInputs()).RulesLoadError);
export const LazyTimeline = lazyPart(async () => (await afterInputs()).Timeline);
export const LazyNormalizedValuesBanner = lazyPart(
  async () => (await import('./editing/NormalizedValuesBanner.tsx')).NormalizedValuesBanner,
);
export const LazySecondaryActions = lazyComponent(async () => (await afterInputs()).SecondaryActions);
export const LazyOpenNotes = lazyPart(async () => (await import('./lifecycle/OpenNotes.tsx')).OpenNotes);
export const LazyOrderStateBanner = lazyPart(
  async () => (await import('./lifecycle/OrderStateBanner.tsx')).OrderStateBanner,
);
export const LazyOrderLines = lazyPart(async () => (await afterInputs()).OrderLines);
export const LazyOrderActions = lazyPart(async () => (await afterInputs()).OrderActions);
export const LazyOrderProblems = lazyPart(async () => (await afterInputs()).OrderProblems);
export const LazyExistingProblems = lazyComponent(
  async () => (await import('./problems/ExistingProblems.tsx')).ExistingProblems,
);
export const LazyOrderFacts = lazyComponent(async () => (await afterInputs()).OrderFacts);
export const LazyAdditionalFields = lazyComponent(async () => (await afterInputs()).AdditionalFields);
export const OrderNeighbours = lazyComponent(async () => (await afterInputs()).PreviousNextOrder);
export const LazyOrderOutline = lazyComponent(async () => (await afterInputs()).OrderOutline);
export const LazyUpgradeOffer = lazyComponent(async () => (await import('./lifecycle/UpgradeOffer.tsx')).UpgradeOffer);
