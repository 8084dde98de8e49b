import { absoluteTime, relativeTime } from './times.ts';

/** How long ago, with the moment itself (in the reader's zone) for those who point at it or read it by machine. */
export function Time({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={absoluteTime(instant)}>
      {relativeTime(instant, Date.now())}
    </time>
  );
}
