import { useEverySecond } from '../forms/useEverySecond.ts';
import { formatDateTime, formatRelativeTime } from './formatTime.ts';

/**
 * A relative time that keeps itself up to date, with the exact time in the user's time zone as tooltip and the ISO
 * instant in `dateTime`.
 */
export function RelativeTime({ instant }: { instant: string }) {
  const words = useEverySecond(() => formatRelativeTime(instant, Date.now()));
  return (
    <time dateTime={instant} title={formatDateTime(instant)}>
      {words}
    </time>
  );
}
