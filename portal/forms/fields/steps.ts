import { loadable } from '../loadable.tsx';

/** The arrows of a number come after its field: keys do the same. */
export const Spinner = loadable(async () => (await import('./Spinner.tsx')).Spinner);

/** How far the keys of a number's field lead. */
export const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
