import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '#api/platform/config/config.ts';

/** The folder of a Python package and its dependencies, which pip installs into the user's cache if it is missing. */
export async function pythonPackages(name: string, version: string, extras = ''): Promise<string> {
  const cache = cacheFolder(process.env);
  const folder = join(cache, `${name}-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  // Moved into place as a whole, so that an interrupted run leaves nothing incomplete.
  const fresh = await mkdtemp(join(cache, `${name}-`));
  const installation = ['--target', fresh, `${name}${extras}==${version}`];
  await python(['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...installation], { folder: cache });
  await rename(fresh, folder).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

interface Place {
  /** The folder that `pythonPackages` returned. */
  packages?: string;
  /** The working directory. */
  folder: string;
}

/** Starts Python 3 with piped output. */
export function startPython(args: string[], { packages, folder }: Place): ChildProcess {
  const environment = { ...process.env, ...(packages ? { PYTHONPATH: packages, PYTHONIOENCODING: 'utf-8' } : {}) };
  return spawn('python3', args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs Python 3 and returns its output. Throws the output if it fails. */
export async function python(args: string[], place: Place): Promise<string> {
  const child = startPython(args, place);
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => printed.push(text));
  }
  const [code]: unknown[] = await once(child, 'close');
  const output = printed.join('');
  if (code === 0) return output;
  throw new Error(
    `python3 ${args.slice(0, 3).join(' ')} exited with ${code}; it requires Python 3.11 with pip:\n${output}`,
  );
}
