import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs a command with `folder` on a disk of its own of so many megabytes, which nobody else sees and which goes with it. */
export function onSmallDisk(folder: string, megabytes: number): string[] {
  // A namespace of one's own lets everybody mount, not root alone.
  const mounted = `mount -t tmpfs -o size=${megabytes}m tmpfs '${folder}' && exec "$@"`;
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mounted, 'sh'];
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
