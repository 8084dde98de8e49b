import { momentText, relativeTimeText } from '#schemas/texts/moments.ts';
import { useEverySecond } from '../forms/useEverySecond.ts';

/**
 * A relative time that keeps itself up to date, with the exact time in the user's time zone as tooltip and the ISO
 * instant in `dateTime`.
 */
export function RelativeTime({ instant }: { instant: string }) {
  const words = useEverySecond(() => relativeTimeText(instant, Date.now()));
  return (
    <time dateTime={instant} title={momentText(instant)}>
      {words}
    </time>
  );
}
