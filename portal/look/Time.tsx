import { useTicking } from '../forms/useTicking.ts';
import { absoluteTime, relativeTime } from './times.ts';

/** How long ago, as time goes on, with the moment itself (in the reader's zone) for those who point at it or read it by machine. */
export function Time({ instant }: { instant: string }) {
  const words = useTicking(() => relativeTime(instant, Date.now()));
  return (
    <time dateTime={instant} title={absoluteTime(instant)}>
      {words}
    </time>
  );
}
