import { useEffect, useState } from 'react';

/** spec 9: debounce of typed values, in milliseconds. */
const debounce = 500;

/** Debounces a value by half a second; '' applies immediately. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, value === '' ? 0 : debounce, value);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
