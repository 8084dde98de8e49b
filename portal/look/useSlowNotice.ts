import { useEffect, useState } from 'react';

/** After this wait, tell the user that it takes long. Milliseconds. */
const slowAfter = 8_000;

/** Whether loading is slow: true once it has taken longer than 8 s. */
export function useSlowNotice(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(setSlow, slowAfter, true);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}
