import { statfs } from 'node:fs/promises';
import mongoose from 'mongoose';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import type { Config } from '../host/config/config.ts';
import { storeOf } from '../store/store.ts';
import { memoizeQuery } from './memoize-query.ts';
import { good, needsAttention, type PartStatus } from './part-status.ts';

export interface StorageStatus extends PartStatus {
  kind: Config['fileStore'];
  files: number;
  /** Size of the files in the database; null when it does not answer. The size of a bucket is unknown. */
  bytes: number | null;
  /** The disk under DATA_DIR, if the embedded database writes there. */
  disk: { free: number; size: number } | null;
}

/** Below this free space the disk is almost full: bytes, and share of the disk. */
const minFree = { bytes: 2 ** 30, share: 0.05 };

/** File storage status: where files are stored and whether there is free space. */
export async function storageStatus({ fileStore, embedded, dataDir }: Config): Promise<StorageStatus> {
  const [files, { bytes }, disk] = await Promise.all([
    storeOf('File').count({}, 10_000),
    stored(),
    embedded ? roomOf(dataDir) : null,
  ]);
  const isTight = disk !== null && (disk.free < minFree.bytes || disk.free < minFree.share * disk.size);
  return {
    ...(isTight
      ? needsAttention(`Only ${sizeInWords(disk.free)} of the disk are free: without room the database ends`)
      : good(
          disk
            ? 'There is room on the disk'
            : 'Files and data are kept elsewhere, whose owner knows what room there is',
        )),
    ...{ kind: fileStore, files, bytes, disk },
  };
}

async function roomOf(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

const stored = memoizeQuery(async () => {
  const [found] = await mongoose.connection
    .getClient()
    .db(mongoose.connection.name)
    .collection('file_bytes.chunks')
    .aggregate([{ $collStats: { storageStats: {} } }, { $project: { 'storageStats.size': 1 } }])
    .toArray()
    // The collection does not exist before the first upload.
    .catch(() => []);
  return { bytes: Number(found?.storageStats.size ?? 0) };
});
