import { loadable } from '../forms/loadable.tsx';
import { Unloaded as missing } from '../look/Unloaded.tsx';

// Lazy-loaded parts of the order page: dialogs load when first opened; lines and history load after the form above
// them.

const isDialog = true;

export const SidesDialog = loadable(async () => (await import('../editing/SidesDialog.tsx')).SidesDialog, {
  missing,
  isDialog,
});
export const TransitionDialog = loadable(async () => (await import('./TransitionDialog.tsx')).TransitionDialog, {
  missing,
  isDialog,
});
export const DuplicateDialog = loadable(async () => (await import('./copying/DuplicateDialog.tsx')).DuplicateDialog, {
  missing,
  isDialog,
});
export const ManyClientsDialog = loadable(
  async () => (await import('./copying/ManyClientsDialog.tsx')).ManyClientsDialog,
  { missing, isDialog },
);
export const KeptHere = loadable(async () => (await import('./KeptHere.tsx')).KeptHere);
export const KeptOffer = loadable(async () => (await import('./KeptOffer.tsx')).KeptOffer, { missing });
export const OrderConflict = loadable(async () => (await import('./OrderConflict.tsx')).OrderConflict, { missing });
export const EarlierStates = loadable(async () => (await import('./EarlierStates.tsx')).EarlierStates, {
  missing,
  isDialog,
});
export const Timeline = loadable(async () => (await import('./Timeline.tsx')).Timeline, { missing });
export const Normalized = loadable(async () => (await import('./Normalized.tsx')).Normalized, { missing });
export const MoreActions = loadable(async () => (await import('./MoreActions.tsx')).MoreActions);
export const StateNotes = loadable(async () => (await import('./StateNotes.tsx')).StateNotes, { missing });
export const OrderLines = loadable(async () => (await import('./lines/OrderLines.tsx')).OrderLines, { missing });
export const OrderActions = loadable(async () => (await import('./OrderActions.tsx')).OrderActions, { missing });
export const OrderProblems = loadable(async () => (await import('./OrderProblems.tsx')).OrderProblems, { missing });
export const ExistingProblems = loadable(async () => (await import('./ExistingProblems.tsx')).ExistingProblems);
export const OrderFacts = loadable(async () => (await import('./OrderFacts.tsx')).OrderFacts);
export const FurtherFields = loadable(async () => (await import('./FurtherFields.tsx')).FurtherFields);
export const OrderNeighbours = loadable(async () => (await import('./OrderNeighbours.tsx')).OrderNeighbours);
export const OrderOutline = loadable(async () => (await import('./OrderOutline.tsx')).OrderOutline);
export const UpgradeOffer = loadable(async () => (await import('./UpgradeOffer.tsx')).UpgradeOffer);
