import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { cachedPaths, installBinary, officialVersion } from './binary-cache.ts';

const patienceMilliseconds = 10_000;

export type OfficialFetch = { cacheFolder: string; report: (line: string) => void; signal?: AbortSignal | undefined };

/**
 * Downloads the official mongod into the cache folder and returns its path. Runs in a child process, so that the
 * download can be killed after 10 s without progress (design 2).
 */
export async function fetchOfficial({ cacheFolder, report, signal }: OfficialFetch): Promise<string> {
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
