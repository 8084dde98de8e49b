import { statfs } from 'node:fs/promises';

/** Space of a disk in bytes. */
export interface DiskSpace {
  free: number;
  size: number;
}

/** The space of the disk that a folder is on; `free` is what an unprivileged user can fill. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
