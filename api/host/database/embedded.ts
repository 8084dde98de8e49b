import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { dataVersion } from '../mongod/data-version.ts';
import { findMongod } from '../mongod/find.ts';
import { type RunningMongod, startMongod } from '../mongod/start.ts';

/** The product's database on its own server. */
export const databaseName = 'portal';
/** Between two attempts to start a server again; milliseconds. */
const longestPause = 10_000;

export type EmbeddedRequest = {
  config: Pick<Config, 'dataDir' | 'cacheFolder' | 'mongodBinary'>;
  report: (line: string) => void;
  /** Ends a fetch, and a wait for a restart, when the product closes. */
  signal: AbortSignal;
};

export type EmbeddedDatabase = {
  uri: () => string;
  /** Ends the server cleanly, and does not start it again. */
  stop: () => Promise<void>;
  /** Asks the server to end without waiting, for a process that must go at once. */
  forsake: () => void;
  /** From now on a server that ends unasked is started again on the same data, and this is told its new address. */
  keepAlive: (events: {
    /** `why` is for a person. */
    died: (why: string) => void;
    failed: (error: unknown) => void;
    /** What it throws is told as failed, and it is called again. */
    restarted: (uri: string) => Promise<void>;
  }) => void;
};

/** Runs the product's own MongoDB on DATA_DIR/db (design 2). Throws a StartFailure where that cannot be. */
export async function runEmbedded(request: EmbeddedRequest): Promise<EmbeddedDatabase> {
  const { signal } = request;
  let server = await startServer(request);
  let keeping: Promise<void> = Promise.resolve();
  return {
    uri: () => server.uri(databaseName),
    forsake: () => server.signal(),
    stop: async () => {
      await server.stop();
      await keeping;
    },
    keepAlive: ({ died, failed, restarted }) => {
      keeping = keep();
      async function keep(): Promise<void> {
        for (;;) {
          await server.ended;
          if (signal.aborted) return;
          died(await server.whyEnded());
          const next = await restart(request, failed);
          if (next === undefined) return;
          server = next;
          if (signal.aborted) return next.stop();
          await connectTo(server, () => restarted(server.uri(databaseName)));
        }
      }
      /** A server that has just recovered may be slow to answer: no reason to end with it. */
      async function connectTo({ ended }: RunningMongod, connect: () => Promise<void>): Promise<void> {
        let hasEnded = false;
        void ended.then(() => {
          hasEnded = true;
        });
        while (!hasEnded && !signal.aborted) {
          const error: unknown = await connect().then(
            () => undefined,
            (reason: unknown) => reason ?? new Error('no reason was given'),
          );
          if (error === undefined) return;
          if (!signal.aborted) failed(error);
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

/** Tries with growing pauses for as long as the product runs: a full disk, say, is made room on one day. */
async function restart(request: EmbeddedRequest, failed: (error: unknown) => void): Promise<RunningMongod | undefined> {
  for (let wait = 1_000; !request.signal.aborted; wait = Math.min(wait * 2, longestPause)) {
    try {
      return await startServer(request);
    } catch (error) {
      if (!request.signal.aborted) failed(error);
    }
    // Ended early by the product's closing, which the loop's condition then sees.
    await pause(wait, undefined, { signal: request.signal }).catch(() => undefined);
  }
  return undefined;
}
