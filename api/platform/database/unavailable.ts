import { setTimeout as pause } from 'node:timers/promises';
import { mongo } from 'mongoose';
import { StartFailure } from '../process/start-failure.ts';

/**
 * MongoDB error codes of a command that took longer than it may (50), and of a server that is not the primary or is
 * shutting down.
 */
const temporary: ReadonlySet<unknown> = new Set([50, 91, 189, 10107, 11600, 11602, 13435, 13436]);

/** Error labels of transient errors. The driver has already retried where possible. */
const retryLabels = ['RetryableWriteError', 'TransientTransactionError', 'UnknownTransactionCommitResult'];

/** The server's disk is full; it reports this by message or code and shuts down soon. */
const isDiskFull = ({ code, message }: mongo.MongoServerError) =>
  code === 14031 || message.includes('No space left on device');

/** Whether an error means that the database does not respond now, so that the same call may succeed later. */
export function isDatabaseUnavailable(error: Error): boolean {
  return (
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoExpiredSessionError ||
    error instanceof mongo.MongoClientClosedError ||
    (error instanceof mongo.MongoBulkWriteError && isUnavailable(error.errorResponse)) ||
    (error instanceof mongo.MongoServerError &&
      (temporary.has(error.code) || isDiskFull(error) || retryLabels.some((label) => error.hasErrorLabel(label)))) ||
    (error.name === 'MongooseError' && /initial connection|buffering/.test(error.message))
  );
}

/** A bulk write whose command failed has the command's error as its response. */
const isUnavailable = (response: unknown) => response instanceof Error && isDatabaseUnavailable(response);

/** How long a start retries while the database does not respond; milliseconds. */
const startPatience = 60_000;
const retryPause = 1_000;

interface Retries {
  report: (line: string) => void;
  /** Aborted when the start is. */
  signal: AbortSignal;
  /** Explains why the database is unavailable, if that is known better than from the error. */
  explain?: (() => string | undefined) | undefined;
}

/**
 * Runs a step of the start, which may be repeated, and retries it for 60 s while the database does not respond, because
 * another primary may be elected. Throws a StartFailure after that, and any other error at once.
 */
export async function retryStep<T>({ report, signal, explain }: Retries, step: () => Promise<T>): Promise<T> {
  for (let failingSince: number | undefined; ; ) {
    const startedAt = performance.now();
    try {
      return await step();
    } catch (error) {
      const cause = unavailability(error);
      if (cause === undefined) throw error;
      // An attempt that ran for so long had a database, so that this is another failure.
      if (failingSince === undefined || performance.now() - startedAt > startPatience) {
        failingSince = startedAt;
        report(`The database stopped responding during the start: ${cause.message}. Retrying for 60 s`);
      }
      if (performance.now() - failingSince > startPatience)
        throw new StartFailure(
          `The database stopped responding during the start, and did not return within 60 s: ${explain?.() ?? cause.message} ` +
            'Start again when it has a primary (rs.status()).',
          { cause: error },
        );
      await pause(retryPause, undefined, { signal });
    }
  }
}

/** The error that means unavailability: the error itself, or a cause of it. */
function unavailability(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  return isDatabaseUnavailable(error) ? error : unavailability(error.cause);
}
