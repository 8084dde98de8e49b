import { spawn } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '#tests/product/until.ts';

/**
 * Wraps a command so that `folder` is a private disk (tmpfs) of that many megabytes, which disappears with the process.
 */
export function wrapWithSmallDisk(folder: string, megabytes: number): string[] {
  // A user namespace allows mounting without root.
  const mounted = `mount -t tmpfs -o size=${megabytes}m tmpfs '${folder}' && exec "$@"`;
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mounted, 'sh'];
}

export interface SmallDisk {
  /** Wraps a command so that it sees the folder on that disk; may be used repeatedly. */
  within: string[];
  /** The folder as seen from outside. */
  seen: string;
  close(): void;
}

/** A disk for `folder` that survives restarts of the processes on it. */
export async function openSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  const [command = '', ...args] = [...wrapWithSmallDisk(folder, megabytes), 'sleep', 'infinity'];
  const holder = spawn(command, args, { stdio: 'ignore' });
  const { pid } = holder;
  if (pid === undefined) throw new Error(`${command} could not be started`);
  await pollUntil({ label: 'the small disk', seconds: 10 }, async () =>
    (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'sleep' ? true : undefined,
  );
  return {
    within: ['nsenter', '--user', '--mount', '--preserve-credentials', '--target', String(pid)],
    seen: pathInNamespaceOf(pid, folder),
    close: () => void holder.kill(),
  };
}

/** The path from outside of a folder inside the process's mount namespace. */
export const pathInNamespaceOf = (pid: number, folder: string) => join(`/proc/${pid}/root`, folder);

export type DiskFiller = { remove(): Promise<void> };

/** Fills the disk of a folder to the last byte. */
export async function fillDisk(folder: string): Promise<DiskFiller> {
  const path = join(folder, 'filler');
  const file = await open(path, 'w');
  try {
    for (let block = Buffer.alloc(2 ** 20); block.length > 0; ) {
      const { bytesWritten } = await file.write(block).catch(() => ({ bytesWritten: 0 }));
      // When a block does not fit, try half of it.
      if (bytesWritten < block.length) block = block.subarray(0, Math.floor(block.length / 2));
    }
  } finally {
    await file.close();
  }
  return { remove: () => rm(path) };
}
