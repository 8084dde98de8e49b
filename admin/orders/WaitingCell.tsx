import { useRecordContext } from 'react-admin';
import { useEverySecond } from '#portal/forms/useEverySecond.ts';
import type { Order } from '#schemas/generated/types.ts';
import { inLargestUnit } from '#schemas/texts/durations.ts';
import { formatDateTime } from '../generate/format-value.ts';

/** List cell with the waiting time in words; the tooltip has the date. */
export function WaitingCell() {
  const since = useRecordContext<Order>()?.waitingSince;
  const words = useEverySecond(() => (since ? agoWords(since) : ''));
  if (!since) return null;
  return (
    <time dateTime={since} title={`Since ${formatDateTime(since)}`} style={{ whiteSpace: 'nowrap' }}>
      {words}
    </time>
  );
}

/** '3 days ago', in the largest non-zero unit (spec 9). */
function agoWords(since: string): string {
  const duration = inLargestUnit(Date.now() - Date.parse(since));
  if (!duration || duration.unit === 'second') return 'Just now';
  return `${duration.count} ${duration.unit}${duration.count === 1 ? '' : 's'} ago`;
}
