import { loadable } from '../loadable.tsx';

/** The way back of a row is loaded when one is first taken away. */
export const RemovedRow = loadable(async () => (await import('./RemovedRow.tsx')).RemovedRow);
