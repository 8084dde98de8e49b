import { resolve } from 'node:path';
import { loadConfig } from '../config/config.ts';
import { dataVersion } from '../mongod/data-version.ts';
import { findMongod } from '../mongod/find.ts';
import { printLine } from '../process/print-line.ts';
import { explainStartError } from '../process/start-failure.ts';
import { build } from './build.ts';

/**
 * Child process of api/start.mjs that runs the build: `main.ts STAMP [start]`, where STAMP is the hash of the sources.
 * Before a start it validates the configuration first, to report a bad variable before a long build, and downloads a
 * mongod in parallel.
 */
async function main([stamp = '', purpose]: string[]): Promise<void> {
  const isForStart = purpose === 'start';
  const signal = endOnSignal();
  const root = resolve(import.meta.dirname, '../../..');
  await Promise.all([
    build({ root, stamp, onlyIfStale: isForStart, report: printLine }),
    isForStart ? fetchMongod(signal) : undefined,
  ]);
}

async function fetchMongod(signal: AbortSignal): Promise<void> {
  const config = loadConfig();
  if (!config.embedded) return;
  await findMongod({
    configured: config.mongodBinary,
    cacheFolder: config.cacheFolder,
    dataVersion: dataVersion(resolve(config.dataDir, 'db')),
    report: printLine,
    signal,
  });
}

/** Aborts a download in progress. An aborted build has no stamp, so the next start builds again. */
function endOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => {
      controller.abort();
      process.exit(1);
    });
  }
  return controller.signal;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${explainStartError(error)}\n`);
  process.exit(1);
});
