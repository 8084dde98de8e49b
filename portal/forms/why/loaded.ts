import { loadable } from '../loadable.tsx';

/** Lazy-loaded explanations: they load when there is something to explain, and the form works without them. */
export const WhyRefused = loadable(async () => (await import('./WhyRefused.tsx')).WhyRefused);
export const WhyRefusedProblem = loadable(async () => (await import('./WhyRefused.tsx')).WhyRefusedProblem);
export const HiddenFields = loadable(async () => (await import('./HiddenFields.tsx')).HiddenFields);
