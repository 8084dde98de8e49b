import { useTicking } from '../forms/useTicking.ts';
import { absoluteTime, relativeTime } from './times.ts';

/**
 * A relative time that keeps itself up to date, with the exact time in the user's time zone as tooltip and the ISO
 * instant in `dateTime`.
 */
export function Time({ instant }: { instant: string }) {
  const words = useTicking(() => relativeTime(instant, Date.now()));
  return (
    <time dateTime={instant} title={absoluteTime(instant)}>
      {words}
    </time>
  );
}
