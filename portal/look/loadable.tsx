import { type ComponentType, lazy, Suspense } from 'react';

interface Places<P> {
  /** Stands there until the code has come. */
  meanwhile?: ComponentType<P>;
  /** Stands there where it can not be fetched, say without a network: the rest of the page goes on. */
  missing?: ComponentType<P>;
}

/** A component whose code is loaded when it is first shown (performance 2); nothing stands in its place unless said. */
export function loadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { meanwhile: Meanwhile = Nothing, missing = Nothing }: Places<P> = {},
): ComponentType<P> {
  const View = lazy<ComponentType<P>>(async () => ({ default: await load().catch(() => missing) }));
  return function Loadable(props: P) {
    return (
      <Suspense fallback={<Meanwhile {...props} />}>
        <View {...props} />
      </Suspense>
    );
  };
}

const Nothing = () => null;
