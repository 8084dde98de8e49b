import { lazyComponent } from '../lazyComponent.tsx';

/** Lazy-loaded explanations: they load when there is something to explain, and the form works without them. */
export const LazyWhyFieldError = lazyComponent(async () => (await import('./WhyError.tsx')).WhyFieldError);
export const LazyHiddenFields = lazyComponent(async () => (await import('./HiddenFields.tsx')).HiddenFields);
