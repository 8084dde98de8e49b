import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns a stable callback that always calls the latest function. Memoized parts then render only when their data
 * changes, which keeps forms of hundreds of widgets responsive.
 */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  const [stable] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  );
  return stable;
}
