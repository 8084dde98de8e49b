/** Milliseconds since 1970. */
type Time = number;

/** Before the database connects, the machine's own time, used by start-up logs and timeouts. */
let source: () => Time = synchronizedClock().now;

/** The application's clock: the database's time once connected, so that all processes agree. */
export const now = (): Date => new Date(source());

/** Returns the time `milliseconds` from now; negative for the past. */
export const fromNow = (milliseconds: Time): Date => new Date(source() + milliseconds);

/** Test helper: replaces the clock. Returns a function that restores it. */
export function setClock(time: () => Time): () => void {
  const before = source;
  source = time;
  return () => {
    source = before;
  };
}

/** A server time with the local counter at which the response arrived. */
interface Sample {
  time: Time;
  at: number;
}

/** Number of samples to consider; the server is queried every second. */
const maxSamples = 10;

/**
 * Creates a clock synchronized with the server's time (clock offset estimation). Each response was delayed on the way,
 * so each sample is slightly early: the maximum offset of the last ten is the most accurate, and a response handled
 * late does no harm. Between responses a monotonic counter advances, unaffected by changes of the machine's clock.
 * Before the first response it shows the machine's time.
 */
export function synchronizedClock(counter: () => number = () => performance.now()) {
  let samples: Sample[] = [];
  let offset: Time = performance.timeOrigin;
  return {
    sync(time: Time): void {
      samples = [...samples, { time, at: counter() }].slice(-maxSamples);
      offset = Math.max(...samples.map((each) => each.time - each.at));
    },
    now: (): Time => offset + counter(),
  };
}
