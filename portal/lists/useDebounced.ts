import { useEffect, useState } from 'react';

/** spec 9: what is typed counts when no key follows for this long. */
const debounce = 500;

/** The last value that stood for half a second; '' counts at once. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, value === '' ? 0 : debounce, value);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
