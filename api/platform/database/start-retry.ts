import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../errors/database-unavailable.ts';
import { StartFailure } from '../process/start-failure.ts';

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
