import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLineOf, isRunning } from '#api/platform/process/identity.ts';

export type DatabaseServer = { pid: number; port: number; isRunning(): boolean };

/**
 * The mongod process that runs, or ran, on a data folder. Throws when none was started, or its pid file is being
 * written.
 */
export async function databaseServerOf(dataDir: string): Promise<DatabaseServer> {
  const pid = Number(await readFile(join(dataDir, 'mongod.pid'), 'utf8'));
  // An empty pid file parses as 0, and a signal to pid 0 would kill the whole test run.
  if (!(pid > 0)) throw new Error(`${join(dataDir, 'mongod.pid')} names no process yet`);
  const port = Number(/--port (\d+)/.exec(commandLineOf(pid) ?? '')?.[1]);
  return { pid, port, isRunning: () => isRunning(pid) };
}

/** Whether a mongod has opened the data folder: only then can it shut down cleanly. */
export async function hasOpenedData(dataDir: string): Promise<boolean> {
  return existsSync(join(dataDir, 'db', 'mongod.lock')) && !(await wasShutDownCleanly(dataDir));
}

/** Whether the last mongod on the data folder shut down cleanly: only then does it empty its lock file. */
export async function wasShutDownCleanly(dataDir: string): Promise<boolean> {
  return (await stat(join(dataDir, 'db', 'mongod.lock'))).size === 0;
}
