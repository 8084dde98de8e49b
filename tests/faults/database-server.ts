import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLineOf, isRunning } from '#api/host/process/identity.ts';

export type DatabaseServer = { pid: number; port: number; isRunning(): boolean };

/** The MongoDB server that runs, or ran, on a product's data. Throws where none was started, or its file is just being written. */
export async function databaseServerOf(dataDir: string): Promise<DatabaseServer> {
  const pid = Number(await readFile(join(dataDir, 'mongod.pid'), 'utf8'));
  // Nothing read is 0, and a signal to 0 would end the whole run of tests instead.
  if (!(pid > 0)) throw new Error(`${join(dataDir, 'mongod.pid')} names no process yet`);
  const port = Number(/--port (\d+)/.exec(commandLineOf(pid) ?? '')?.[1]);
  return { pid, port, isRunning: () => isRunning(pid) };
}

/** Whether a server has opened these data: only then there is something to end cleanly. */
export async function isOpened(dataDir: string): Promise<boolean> {
  return existsSync(join(dataDir, 'db', 'mongod.lock')) && !(await endedCleanly(dataDir));
}

/** Whether the server that last had these data ended cleanly: only then mongod empties its lock file. */
export async function endedCleanly(dataDir: string): Promise<boolean> {
  return (await stat(join(dataDir, 'db', 'mongod.lock'))).size === 0;
}
