import { Alert, AlertTitle, Button, Skeleton } from '@mui/material';
import type { ComponentType } from 'react';
import { Loading } from 'react-admin';
import { type LazyComponent, type LoadFailure, lazyComponent as loadComponent } from '#portal/forms/lazyComponent.tsx';

interface Options {
  /** Height in pixels of the skeleton shown while loading. */
  height?: number;
  /** A dialog that failed to load stays closed instead of opening on a later retry. */
  isDialog?: boolean;
}

/**
 * Lazy-loaded component (code splitting). Retries failed loads, also on the next visit; React's `lazy` caches the
 * failure until the page is reloaded.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { height = 0, isDialog = false }: Options = {},
): LazyComponent<P> {
  const fallback = () => (height > 0 ? <Skeleton variant="rectangular" height={height} /> : null);
  return loadComponent<P>(load, { fallback, errorFallback: ChunkLoadError, isDialog });
}

/**
 * Lazy-loaded input of a resource's override. The resources and their overrides are part of the entry; the inputs are
 * code of the record pages.
 */
export const lazyInput = <P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> =>
  lazyComponent<P>(load, { height: inputHeight });

/** Height in pixels of an input of one line. */
const inputHeight = 40;

/** Lazy-loaded page. */
export const lazyPage = <P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> =>
  loadComponent<P>(load, { fallback: () => <Loading />, errorFallback: ChunkLoadError });

/** Error boundary fallback for code that failed to load; the rest of the page keeps working. */
function ChunkLoadError({ retry, isOutdated }: LoadFailure) {
  if (isOutdated) {
    return (
      <Alert severity="warning" action={<ReloadButton />}>
        <AlertTitle>A new version is available</AlertTitle>
        <span>Save your changes, then reload to open this part of the page.</span>
      </Alert>
    );
  }
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={retry}>
          Try again
        </Button>
      }
    >
      <AlertTitle>This part of the page couldn't be loaded</AlertTitle>
      <span>The rest of the page still works. Check your connection and try again.</span>
    </Alert>
  );
}

export function ReloadButton() {
  return (
    <Button color="inherit" size="small" onClick={() => location.reload()}>
      Reload
    </Button>
  );
}
