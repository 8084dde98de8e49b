import { lazyComponent } from '../loadable.tsx';

/** Lazy: the undo notice loads with the first removed row. */
export const LazyUndoRemovedRow = lazyComponent(async () => (await import('./RemovedRow.tsx')).UndoRemovedRow);
