import { loadable } from '../loadable.tsx';

/** Lazy: the undo notice loads with the first removed row. */
export const RemovedRow = loadable(async () => (await import('./RemovedRow.tsx')).RemovedRow);
