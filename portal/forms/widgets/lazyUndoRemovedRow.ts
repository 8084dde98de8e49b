import { lazyComponent } from '../lazyComponent.tsx';

/** Lazy: the undo notice loads with the first removed row. */
export const LazyUndoRemovedRow = lazyComponent(async () => (await import('./UndoRemovedRow.tsx')).UndoRemovedRow);
