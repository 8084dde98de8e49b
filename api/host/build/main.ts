import { resolve } from 'node:path';
import { loadConfig } from '../config/config.ts';
import { dataVersion } from '../mongod/data-version.ts';
import { findMongod } from '../mongod/find.ts';
import { StartFailure } from '../process/start-failure.ts';
import { build } from './build.ts';

/**
 * The child process that builds, of api/start.mjs: `main.ts STAMP [start]`, where STAMP says of which sources. Before a
 * start the configuration is read first, so that nobody waits for a build to learn of a bad variable, and a mongod is
 * fetched while the build runs.
 */
async function main([stamp = '', purpose]: string[]): Promise<void> {
  const isForStart = purpose === 'start';
  const signal = endOnSignal();
  const root = resolve(import.meta.dirname, '../../..');
  await Promise.all([
    build({ root, stamp, onlyIfStale: isForStart, report }),
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
    report,
    signal,
  });
}

/** A fetch under way ends with us; a build that is cut off left no stamp, so that the next start builds again. */
function endOnSignal(): AbortSignal {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => {
      ending.abort();
      process.exit(1);
    });
  }
  return ending.signal;
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const text = error instanceof StartFailure ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
