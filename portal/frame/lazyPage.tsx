import type { ComponentType } from 'react';
import { type LazyComponent, lazyComponent } from '../forms/lazyComponent.tsx';
import { PageLoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';

/** The fallback while a page loads. */
const pageFallback = () => <Skeleton lines={6} />;

/** Creates a page whose code is lazy-loaded (performance 2). */
export const lazyPage = (load: () => Promise<ComponentType>): LazyComponent<object> =>
  lazyComponent(load, { fallback: pageFallback, errorFallback: PageLoadError });
