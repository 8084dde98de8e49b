/** Milliseconds since 1970. */
type Time = number;

/** Until a database was heard of the process's own time: a start logs and waits by it. */
let source: () => Time = followingClock().now;

/** The one clock of the API: the database's time once one is connected, so that all processes have the same. */
export const now = (): Date => new Date(source());

/** The time so many milliseconds from now; before now when they are fewer than none. */
export const fromNow = (milliseconds: Time): Date => new Date(source() + milliseconds);

/** Lets a test say what time it is; what it answers ends that. */
export function setClock(told: () => Time): () => void {
  const before = source;
  source = told;
  return () => {
    source = before;
  };
}

/** What a server said of its time, and how far our own counter was when its answer came. */
interface Heard {
  time: Time;
  at: number;
}

/** How many answers are looked at: the server is asked each second. */
const most = 10;

/**
 * A clock that follows what a server tells of its time. Each answer was on its way for a while, so each is a little early:
 * the latest of the last ten is the truest, and one that came late, since the process was busy, does no harm. Between
 * answers a counter goes on that no change of this machine's clock moves. Before the first it shows the time of this
 * machine.
 */
export function followingClock(counter: () => number = () => performance.now()) {
  let heard: Heard[] = [];
  let ahead: Time = performance.timeOrigin;
  return {
    hear(time: Time): void {
      heard = [...heard, { time, at: counter() }].slice(-most);
      ahead = Math.max(...heard.map((each) => each.time - each.at));
    },
    now: (): Time => ahead + counter(),
  };
}
