import { lazyDialog } from '../lazyParts.ts';

/** Dialogs of several parts of an order's page, which load after its inputs. */
export const LazyTransitionDialog = lazyDialog(async () => (await import('./TransitionDialog.tsx')).TransitionDialog);
export const LazyDuplicateDialog = lazyDialog(
  async () => (await import('../copying/DuplicateDialog.tsx')).DuplicateDialog,
);
