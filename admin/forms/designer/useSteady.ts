import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The same function at each render, doing what the last one was given: for parts that are rendered anew only where what they
 * show has changed, since a form of hundreds of widgets is edited faster than all around it is rendered.
 */
export function useSteady<Args extends unknown[], Result>(does: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(does);
  useLayoutEffect(() => {
    latest.current = does;
  });
  const [steady] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  );
  return steady;
}
