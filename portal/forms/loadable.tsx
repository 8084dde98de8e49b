import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { refetchStyles, whenReachable } from '../api/retrying.ts';

export interface Unarrived {
  /** Asks for the code once more. */
  tryAgain: () => void;
  /** The server has another version by now: the code is gone, and only a reload of the page helps. */
  isOutdated: boolean;
}

interface Places<P> {
  /** Stands there until the code has come. */
  meanwhile?: ComponentType<P>;
  /** Stands there while it can not be fetched, say without a network or after a deploy: the rest of the page goes on. */
  missing?: ComponentType<P & Unarrived>;
  /** What takes the focus does not come by itself later on, when something else is typed: only once `tryAgain` is pressed. */
  isDialog?: boolean;
}

/** A component whose code comes later; `ahead` fetches it before it is shown, so that nothing is waited for then. */
export type Loadable<P> = ComponentType<P> & { ahead: () => Promise<void> };

/**
 * A component whose code is loaded when it is first shown (performance 2); nothing stands in its place unless said. What
 * did not come is tried again when the network is back. React's own `lazy` would let what has come wait: a fallback that was
 * shown stays for 300 ms there.
 */
export function loadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { meanwhile: Meanwhile = Nothing, missing: Missing = Nothing, isDialog = false }: Places<P> = {},
): Loadable<P> {
  let arrived: ComponentType<P> | undefined;
  const fetchCode = async () => {
    arrived ??= await load();
    return arrived;
  };
  function Loadable(props: P) {
    const [View, setView] = useState(() => arrived);
    const [missing, setMissing] = useState<Pick<Unarrived, 'isOutdated'>>();
    const show = useCallback(() => {
      fetchCode().then(
        (view) => setView(() => view),
        async () => setMissing({ isOutdated: await isOutdated() }),
      );
    }, []);
    const tryAgain = useCallback(() => {
      refetchStyles();
      show();
    }, [show]);
    useEffect(() => {
      if (View) return;
      // React runs effects before it lets the browser paint, now and then: what is there already is shown first.
      const later = setTimeout(show);
      return () => clearTimeout(later);
    }, [View, show]);
    useEffect(
      () => (View || !missing || missing.isOutdated || isDialog ? undefined : whenReachable(tryAgain)),
      [View, missing, tryAgain],
    );
    if (View) return <View {...props} />;
    return missing ? <Missing {...props} {...missing} tryAgain={tryAgain} /> : <Meanwhile {...props} />;
  }
  // What does not come now is asked for again when it is shown.
  return Object.assign(Loadable, { ahead: () => fetchCode().then(nothing, nothing) });
}

/** Code that is no component, fetched when it is needed. Throws an error with a message for people when it can not be fetched. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    throw new Error(
      (await isOutdated())
        ? 'There is a newer version of this page. Reload it and try again.'
        : 'A part of this page could not be loaded. Check your connection and try again.',
    );
  }
}

/** Whether the server has other files than the page was made of: then its entry script is gone. */
async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  if (!entry) return false;
  try {
    const { status } = await fetch(entry.src, { method: 'HEAD', cache: 'no-store' });
    return status === 404;
  } catch {
    // Without a network nobody knows.
    return false;
  }
}

const Nothing = () => null;
const nothing = () => undefined;
