import { useEffect, useState } from 'react';

/** Who has waited so long is told that it takes long. Milliseconds. */
const long = 8_000;

/** Whether a wait is a long one by now. */
export function useLong(isWaiting: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(setLong, long, true);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isWaiting]);
  return isLong;
}
