import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLineOf, isRunning } from '../process/identity.ts';
import { StartFailure } from '../process/start-failure.ts';
import { dataArguments } from './arguments.ts';

const patienceMilliseconds = 15_000;

/**
 * Ends a mongod that an earlier run left on these files, cleanly, or waits until one that is ending has ended. Throws a
 * StartFailure after 15 s: never a second one on the same files.
 */
export async function endOrphan({ folder, report }: { folder: string; report: (line: string) => void }): Promise<void> {
  const pid = mongodOn(folder);
  if (pid !== undefined) {
    report(`Ending the MongoDB server that an earlier run left behind (process ${pid})`);
    process.kill(pid, 'SIGTERM');
    const began = performance.now();
    while (isRunning(pid)) {
      if (performance.now() - began > patienceMilliseconds) throw new StartFailure(stillThere(pid, folder));
      await pause(20);
    }
  }
  rmSync(join(folder, 'mongod.pid'), { force: true });
}

/** The process that our pid file or mongod's own names, if it really is a mongod on these files. */
export function mongodOn(folder: string): number | undefined {
  const words = dataArguments(folder).join(' ');
  return [join(folder, 'mongod.pid'), join(folder, 'db', 'mongod.lock')]
    .map(readPid)
    .find((pid) => pid !== undefined && isRunning(pid) && ` ${commandLineOf(pid)} `.includes(` ${words} `));
}

function readPid(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

function stillThere(pid: number, folder: string): string {
  return (
    `An earlier MongoDB server (process ${pid}) still has ${join(folder, 'db')} open and did not end within ` +
    `${patienceMilliseconds / 1000} s. End it (kill ${pid}) and start again.`
  );
}
