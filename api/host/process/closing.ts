import { constants } from 'node:os';
import closeWithGrace from 'close-with-grace';
import { StartFailure } from './start-failure.ts';

/** In-flight requests get 20 s and mongod 15 s; what takes longer than both is cut off. Milliseconds. */
const longest = 45_000;

/** npm passes Ctrl-C on to us although the terminal has sent it already: a copy that soon is no second wish. */
const copiesWithin = 500;

export type Closing = {
  /** Aborted when closing begins. */
  signal: AbortSignal;
  /** Says how something is ended. What was added last is ended first. */
  add: (close: () => Promise<void>) => void;
  /** Says what is left to do when a second signal forces the end. */
  whenForced: (act: () => void) => void;
  /** Ends what was started, for a command that is done. */
  end: () => Promise<void>;
  /** Says why the start failed, ends what was started, and exits with 1. */
  fail: (error: unknown) => Promise<void>;
};

/**
 * Ends the product in order on SIGTERM, SIGINT, SIGHUP or an error that nobody caught; a second signal ends it at once. A product
 * that a signal ends has ended well, with 0; a command that ends before its `end` has not done what it was asked: the code is 128
 * and the signal's number, else 1.
 */
export function openClosing(what: 'product' | 'command' = 'product'): Closing {
  const ending = new AbortController();
  const broken: { by?: NodeJS.Signals } = {};
  let isDone = false;
  const closers: (() => Promise<void>)[] = [];
  const lastActs: (() => void)[] = [];
  const force = () => {
    for (const act of lastActs) act();
  };
  let ended: Promise<void> | undefined;
  const closeAll = (): Promise<void> => {
    ending.abort();
    ended ??= endAll(closers);
    return ended;
  };
  const grace = closeWithGrace(
    {
      delay: longest,
      skip: ['SIGINT', 'SIGTERM'],
      logger: { error: complain },
      onSecondSignal: force,
      onSecondError: (error) => {
        complain(error);
        force();
      },
      onTimeout: force,
    },
    async ({ err, signal }) => {
      broken.by ??= signal;
      if (err) complain(err);
      await closeAll();
    },
  );
  const interrupted = (signal: NodeJS.Signals) => {
    broken.by = signal;
    grace.close();
  };
  onInterrupt({ first: interrupted, second: force });
  if (what === 'command')
    process.once('exit', (code) => {
      if (code === 0 && !isDone) process.exitCode = broken.by ? 128 + constants.signals[broken.by] : 1;
    });
  ignoreClosedOutput();
  return {
    signal: ending.signal,
    add: (close) => closers.push(close),
    whenForced: (act) => lastActs.push(act),
    end: () => {
      isDone = !ending.signal.aborted;
      return closeAll();
    },
    fail: async (error) => {
      // A start that a signal breaks off fails as well, and is no failure.
      if (ending.signal.aborted) return;
      complain(error);
      await closeAll().catch(complain);
      process.exit(1);
    },
  };
}

async function endAll(closers: (() => Promise<void>)[]): Promise<void> {
  let allEnded = true;
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
    await close().catch((error: unknown) => {
      allEnded = false;
      complain(error);
    });
  }
  if (!allEnded) throw new StartFailure('Not everything could be ended cleanly.');
}

function onInterrupt({ first, second }: { first: (signal: NodeJS.Signals) => void; second: () => void }): void {
  let since: number | undefined;
  const heard = (signal: NodeJS.Signals) => {
    if (since === undefined) {
      since = performance.now();
      first(signal);
    } else if (performance.now() - since > copiesWithin) {
      process.stderr.write(`A second ${signal}: ending at once\n`);
      second();
      process.exit(1);
    }
  };
  process.on('SIGINT', heard).on('SIGTERM', heard);
}

/** Whoever read our output may end first (npm, `| head`): no reason to end uncleanly. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }
}

function complain(error: unknown): void {
  const isOurs = error instanceof Error && !(error instanceof StartFailure);
  process.stderr.write(`${isOurs ? error.stack : error instanceof Error ? error.message : error}\n`);
}
