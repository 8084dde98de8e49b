import { type ComponentType, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { refetchStyles, whenReachable } from '../api/retrying.ts';

export interface Unarrived {
  /** Asks for the code once more. */
  tryAgain: () => void;
}

interface Places<P> {
  /** Stands there until the code has come. */
  meanwhile?: ComponentType<P>;
  /** Stands there while it can not be fetched, say without a network: the rest of the page goes on. */
  missing?: ComponentType<P & Unarrived>;
  /** What takes the focus does not come by itself later on, when something else is typed: only once `tryAgain` is pressed. */
  isDialog?: boolean;
}

/**
 * A component whose code is loaded when it is first shown (performance 2); nothing stands in its place unless said. What
 * did not come is tried again when the network is back.
 */
export function loadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { meanwhile: Meanwhile = Nothing, missing: Missing = Nothing, isDialog = false }: Places<P> = {},
): ComponentType<P> {
  /** What came after all. */
  let late: ComponentType<P> | undefined;
  function Awaited(props: P) {
    const [View, setView] = useState(() => late);
    const tryAgain = useCallback(() => {
      refetchStyles();
      load().then((view) => {
        late = view;
        setView(() => view);
      }, stillMissing);
    }, []);
    useEffect(() => (View || isDialog ? undefined : whenReachable(tryAgain)), [View, tryAgain]);
    return View ? <View {...props} /> : <Missing {...props} tryAgain={tryAgain} />;
  }
  const View = lazy<ComponentType<P>>(async () => ({ default: await load().catch(() => Awaited) }));
  return function Loadable(props: P) {
    return (
      <Suspense fallback={<Meanwhile {...props} />}>
        <View {...props} />
      </Suspense>
    );
  };
}

const Nothing = () => null;

/** The place says so already. */
const stillMissing = () => undefined;
