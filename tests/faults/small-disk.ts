import { spawn } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '#tests/product/until.ts';

/** Runs a command with `folder` on a disk of its own of so many megabytes, which nobody else sees and which goes with it. */
export function onSmallDisk(folder: string, megabytes: number): string[] {
  // A namespace of one's own lets everybody mount, not root alone.
  const mounted = `mount -t tmpfs -o size=${megabytes}m tmpfs '${folder}' && exec "$@"`;
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mounted, 'sh'];
}

export interface SmallDisk {
  /** A command that runs another where the folder is on that disk: again and again, on the same. */
  within: string[];
  /** The folder as we see it. */
  seen: string;
  close(): void;
}

/** A disk for `folder` that stays while what runs on it comes and goes. */
export async function openSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  const [command = '', ...args] = [...onSmallDisk(folder, megabytes), 'sleep', 'infinity'];
  const holder = spawn(command, args, { stdio: 'ignore' });
  const { pid } = holder;
  if (pid === undefined) throw new Error(`${command} could not be started`);
  await until({ what: 'the small disk', seconds: 10 }, async () =>
    (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'sleep' ? true : undefined,
  );
  return {
    within: ['nsenter', '--user', '--mount', '--preserve-credentials', '--target', String(pid)],
    seen: asSeenBy(pid, folder),
    close: () => void holder.kill(),
  };
}

/** How we see a folder as the process does. */
export const asSeenBy = (pid: number, folder: string) => join(`/proc/${pid}/root`, folder);

export type Filler = { remove(): Promise<void> };

/** Fills the disk of a folder to the last byte. */
export async function fillDisk(folder: string): Promise<Filler> {
  const path = join(folder, 'filler');
  const file = await open(path, 'w');
  try {
    for (let block = Buffer.alloc(2 ** 20); block.length > 0; ) {
      const { bytesWritten } = await file.write(block).catch(() => ({ bytesWritten: 0 }));
      // What does not fit whole is tried by halves.
      if (bytesWritten < block.length) block = block.subarray(0, Math.floor(block.length / 2));
    }
  } finally {
    await file.close();
  }
  return { remove: () => rm(path) };
}
