import { loadable } from '../loadable.tsx';

/** Lazy: the stepper buttons can load after the field, because the keys do the same. */
export const Spinner = loadable(async () => (await import('./Spinner.tsx')).Spinner);

/** The step of each key in a number input. */
export const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
