import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { onReachable, reloadFailedStyles } from '../api/retry.ts';

/** The props of the fallback for code that failed to load. */
export interface LoadFailure {
  /** Retries the import. */
  retry: () => void;
  /** A newer version was deployed: the chunk is gone, and only a reload of the page helps. */
  isOutdated: boolean;
}

interface LoadableOptions<P> {
  /** Rendered while the code loads. */
  fallback?: ComponentType<P>;
  /**
   * Rendered when the code cannot be fetched, for example offline or after a deploy. The rest of the page keeps
   * working.
   */
  errorFallback?: ComponentType<P & LoadFailure>;
  /** A component that takes the focus must not appear while the user types elsewhere: retry only through `tryAgain`. */
  isDialog?: boolean;
}

/** A lazy-loaded component; `preload` loads its code before it renders. */
export type LazyComponent<P> = ComponentType<P> & { preload: () => Promise<void> };

/**
 * Code splitting: creates a component whose code is lazy-loaded when it first renders (performance 2). Renders nothing
 * meanwhile by default. Failed imports are retried when the network is back. Replaces `React.lazy`, which keeps a
 * fallback for at least 300 ms once shown.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { fallback: Meanwhile = Empty, errorFallback: Missing = Empty, isDialog = false }: LoadableOptions<P> = {},
): LazyComponent<P> {
  let loaded: ComponentType<P> | undefined;
  const fetchCode = async () => {
    loaded ??= await load();
    return loaded;
  };
  function Loadable(props: P) {
    const [View, setView] = useState(() => loaded);
    const [missing, setMissing] = useState<Pick<LoadFailure, 'isOutdated'>>();
    const show = useCallback(() => {
      fetchCode().then(
        (view) => setView(() => view),
        async () => setMissing({ isOutdated: await isOutdated() }),
      );
    }, []);
    const tryAgain = useCallback(() => {
      reloadFailedStyles();
      show();
    }, [show]);
    useEffect(() => {
      if (View) return;
      // Let the browser paint first: React sometimes runs effects before the paint.
      const later = setTimeout(show);
      return () => clearTimeout(later);
    }, [View, show]);
    useEffect(
      () => (View || !missing || missing.isOutdated || isDialog ? undefined : onReachable(tryAgain)),
      [View, missing, tryAgain],
    );
    if (View) return <View {...props} />;
    return missing ? <Missing {...props} {...missing} retry={tryAgain} /> : <Meanwhile {...props} />;
  }
  // A failed preload is retried when the component renders.
  return Object.assign(Loadable, { preload: () => fetchCode().then(noop, noop) });
}

/** Lazy-loads a module that is not a component. Throws an Error with a user-facing message if it cannot be fetched. */
export async function importOrThrow<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    throw new Error(
      (await isOutdated())
        ? 'A new version of this page is available. Reload it and try again.'
        : "A part of this page couldn't be loaded. Check your connection and try again.",
    );
  }
}

/** Whether a newer version was deployed: then the entry script of this page is gone. */
async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  if (!entry) return false;
  try {
    const { status } = await fetch(entry.src, { method: 'HEAD', cache: 'no-store' });
    return status === 404;
  } catch {
    // Offline: unknown.
    return false;
  }
}

const Empty = () => null;
const noop = () => undefined;
