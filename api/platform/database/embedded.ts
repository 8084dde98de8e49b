import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { dataVersion } from '../mongod/data-version.ts';
import { findMongod } from '../mongod/find.ts';
import { type RunningMongod, startMongod } from '../mongod/start.ts';
import { StartFailure } from '../process/start-failure.ts';

/** Database name on the embedded server. */
export const databaseName = 'portal';
/** Maximum backoff between restarts; milliseconds. */
const maxBackoff = 10_000;

export type EmbeddedRequest = {
  config: Pick<Config, 'dataDir' | 'cacheFolder' | 'mongodBinary'>;
  report: (line: string) => void;
  /** Aborts a download or a wait for a restart when the application closes. */
  signal: AbortSignal;
};

export type EmbeddedDatabase = {
  uri: () => string;
  /** Shuts the server down cleanly without restarting it. */
  stop: () => Promise<void>;
  /** Signals the server to shut down without waiting, for a process that must exit immediately. */
  requestStop: () => void;
  /** Supervises the server: restarts it on the same data if it exits unexpectedly, and reports its new URI. */
  supervise: (events: {
    /** `why` is a message for people. */
    onExit: (why: string) => void;
    onError: (error: unknown) => void;
    /** If it rejects, the error is reported as `failed` and it is called again. */
    onRestart: (uri: string) => Promise<void>;
  }) => void;
};

/** Runs an embedded MongoDB on DATA_DIR/db (design 2). Throws a StartFailure if that is impossible. */
export async function runEmbedded(request: EmbeddedRequest): Promise<EmbeddedDatabase> {
  const { signal } = request;
  let server = await startServer(request);
  let supervision: Promise<void> = Promise.resolve();
  return {
    uri: () => server.uri(databaseName),
    requestStop: () => server.signal(),
    stop: async () => {
      await server.stop();
      await supervision;
    },
    supervise: ({ onExit, onError, onRestart }) => {
      supervision = supervise();
      async function supervise(): Promise<void> {
        for (;;) {
          await server.ended;
          if (signal.aborted) return;
          onExit(await server.whyEnded());
          const next = await restart(request, onError);
          if (next === undefined) return;
          server = next;
          if (signal.aborted) return next.stop();
          await connectTo(server, () => onRestart(server.uri(databaseName)));
        }
      }
      /** Retries, because a server that has just recovered may respond slowly. */
      async function connectTo({ ended }: RunningMongod, connect: () => Promise<void>): Promise<void> {
        let hasEnded = false;
        void ended.then(() => {
          hasEnded = true;
        });
        while (!hasEnded && !signal.aborted) {
          const error: unknown = await connect().then(
            () => undefined,
            (reason: unknown) => reason ?? new Error('unknown reason'),
          );
          if (error === undefined) return;
          if (!signal.aborted) onError(error);
          await pause(1_000, undefined, { signal }).catch(() => undefined);
        }
      }
    },
  };
}

async function startServer({ config, report, signal }: EmbeddedRequest): Promise<RunningMongod> {
  const binary = await findMongod({
    configured: config.mongodBinary,
    cacheFolder: config.cacheFolder,
    dataVersion: dataVersion(join(config.dataDir, 'db')),
    report,
    signal,
  });
  return startMongod({ binary, folder: config.dataDir, report, signal });
}

/** Throws if the data was deleted or its disk unmounted: a restart would begin an empty database. */
function requireData(dataDir: string): void {
  const folder = join(dataDir, 'db');
  if (dataVersion(folder) === undefined)
    throw new StartFailure(
      `The database in ${folder} was deleted, or its disk is not mounted any more. Mount it, or stop this process and restore a backup.`,
    );
}

/**
 * Restarts with exponential backoff as long as the application runs, because the cause, such as a full disk, may be
 * fixed later.
 */
async function restart(request: EmbeddedRequest, failed: (error: unknown) => void): Promise<RunningMongod | undefined> {
  for (let wait = 1_000; !request.signal.aborted; wait = Math.min(wait * 2, maxBackoff)) {
    try {
      requireData(request.config.dataDir);
      return await startServer(request);
    } catch (error) {
      if (!request.signal.aborted) failed(error);
    }
    // Aborted when the application closes, which the loop condition checks.
    await pause(wait, undefined, { signal: request.signal }).catch(() => undefined);
  }
  return undefined;
}
