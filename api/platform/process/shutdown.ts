import { constants } from 'node:os';
import closeWithGrace from 'close-with-grace';
import { explainStartError, StartFailure } from './start-failure.ts';

/** Shutdown timeout: in-flight requests get 20 s and mongod 15 s; anything longer is cut off. Milliseconds. */
const maxDuration = 45_000;

/**
 * npm forwards Ctrl-C although the terminal has already sent it to us; a duplicate within this time is not a second
 * signal. Milliseconds.
 */
const duplicateWindow = 500;

export type Shutdown = {
  /** Aborted when the shutdown begins. */
  signal: AbortSignal;
  /** Registers a cleanup function. They run in reverse order. */
  add: (close: () => Promise<void>) => void;
  /** Registers what to wait for after SIGTERM before the shutdown begins. A second signal does not wait. */
  beforeTermination: (wait: () => Promise<void>) => void;
  /** Registers what to do when a second signal forces the exit. */
  onForcedExit: (act: () => void) => void;
  /** Runs the cleanup functions, for a command that has completed. */
  end: () => Promise<void>;
  /** Reports a failed start, cleans up and exits with 1. */
  fail: (error: unknown) => Promise<void>;
};

/**
 * Graceful shutdown on SIGTERM, SIGINT, SIGHUP or an uncaught error; a second signal exits immediately. A product ended
 * by a signal exits with 0. A command that ends before calling `end` has failed: its exit code is 128 plus the signal
 * number, else 1.
 */
export function openShutdown(role: 'product' | 'command' = 'product'): Shutdown {
  const ending = new AbortController();
  const interruption: { by?: NodeJS.Signals } = {};
  let isDone = false;
  const closers: (() => Promise<void>)[] = [];
  const forcedActions: (() => void)[] = [];
  const waits: (() => Promise<void>)[] = [];
  const force = () => {
    for (const act of forcedActions) act();
  };
  let ended: Promise<void> | undefined;
  const closeAll = (): Promise<void> => {
    ending.abort();
    ended ??= endAll(closers);
    return ended;
  };
  const grace = closeWithGrace(
    {
      delay: maxDuration,
      skip: ['SIGINT', 'SIGTERM'],
      logger: { error: logError },
      onSecondSignal: force,
      onSecondError: (error) => {
        logError(error);
        force();
      },
      onTimeout: force,
    },
    async ({ err, signal }) => {
      interruption.by ??= signal;
      if (err) logError(err);
      await closeAll();
    },
  );
  const interrupted = (signal: NodeJS.Signals) => {
    interruption.by = signal;
    const waiting = signal === 'SIGTERM' ? Promise.all(waits.map((wait) => wait())) : Promise.resolve();
    void waiting.catch(logError).then(() => grace.close());
  };
  onInterrupt({ first: interrupted, second: force });
  if (role === 'command')
    process.once('exit', (code) => {
      if (code === 0 && !isDone) process.exitCode = interruption.by ? 128 + constants.signals[interruption.by] : 1;
    });
  ignoreClosedOutput();
  return {
    signal: ending.signal,
    add: (close) => closers.push(close),
    beforeTermination: (wait) => waits.push(wait),
    onForcedExit: (act) => forcedActions.push(act),
    end: () => {
      isDone = !ending.signal.aborted;
      return closeAll();
    },
    fail: async (error) => {
      // A start aborted by a signal also rejects, but is not a failure.
      if (ending.signal.aborted) return;
      process.stderr.write(`${explainStartError(error)}\n`);
      await closeAll().catch(logError);
      process.exit(1);
    },
  };
}

async function endAll(closers: (() => Promise<void>)[]): Promise<void> {
  let allEnded = true;
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
    await close().catch((error: unknown) => {
      allEnded = false;
      logError(error);
    });
  }
  if (!allEnded) throw new StartFailure('Not everything was shut down cleanly.');
}

function onInterrupt({ first, second }: { first: (signal: NodeJS.Signals) => void; second: () => void }): void {
  let since: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (since === undefined) {
      since = performance.now();
      first(signal);
    } else if (performance.now() - since > duplicateWindow) {
      process.stderr.write(`Second ${signal}: exiting immediately\n`);
      second();
      process.exit(1);
    }
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}

/** The reader of our output (npm, `| head`) may exit first, which is not an error. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }
}

function logError(error: unknown): void {
  const isOurs = error instanceof Error && !(error instanceof StartFailure);
  process.stderr.write(`${isOurs ? error.stack : error instanceof Error ? error.message : error}\n`);
}
