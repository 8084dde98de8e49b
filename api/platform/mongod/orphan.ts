import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLineOf, isRunning } from '../process/identity.ts';
import { StartFailure } from '../process/start-failure.ts';
import { dataArguments } from './arguments.ts';

const patienceMilliseconds = 15_000;

/**
 * Shuts down a mongod left running on this data folder by an earlier run, or waits for one that is shutting down.
 * Throws a StartFailure after 15 s, because two servers must never share data files.
 */
export async function stopOrphan({
  folder,
  report,
}: {
  folder: string;
  report: (line: string) => void;
}): Promise<void> {
  const pid = runningMongodPid(folder);
  if (pid !== undefined) {
    report(`Stopping the MongoDB server of an earlier run (process ${pid})`);
    process.kill(pid, 'SIGTERM');
    const began = performance.now();
    while (isRunning(pid)) {
      if (performance.now() - began > patienceMilliseconds) throw new StartFailure(stillThere(pid, folder));
      await pause(20);
    }
  }
  rmSync(join(folder, 'mongod.pid'), { force: true });
}

/** Returns the process id in our pid file or mongod's lock file, if it really is a mongod on this folder. */
export function runningMongodPid(folder: string): number | undefined {
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
    `An earlier MongoDB server (process ${pid}) still has ${join(folder, 'db')} open and did not exit within ` +
    `${patienceMilliseconds / 1000} s. Stop it (kill ${pid}) and start again.`
  );
}
