import { loadable } from '../loadable.tsx';

/** What explains is loaded when there is something to explain: a form can be typed in, and is complete, without it. */
export const WhyRefused = loadable(async () => (await import('./WhyRefused.tsx')).WhyRefused);
export const WhyRefusedProblem = loadable(async () => (await import('./WhyRefused.tsx')).WhyRefusedProblem);
export const HiddenFields = loadable(async () => (await import('./HiddenFields.tsx')).HiddenFields);
