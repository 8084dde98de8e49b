import { setTimeout as after } from 'node:timers/promises';
import mongoose from 'mongoose';
import type { Config } from '../../platform/config/config.ts';
import { type DiskSpace, diskSpaceOf } from '../../platform/process/disk-space.ts';

/** A hanging database or network disk must not delay a scrape; milliseconds. */
const timeout = 1_000;

/**
 * The disks that the product writes to, where their space is known: `data` (DATA_DIR, for an embedded database or
 * mail in files), `backups` (BACKUP_DIR), and `database`, as an external MongoDB reports it.
 */
export async function diskSpaces(
  { embedded, smtpUrl, dataDir, backups }: Config,
  hasDatabase: boolean,
): Promise<{ disk: string; space: DiskSpace }[]> {
  const queries: [string, () => Promise<DiskSpace>][] = [
    ...(embedded || smtpUrl === undefined ? [['data', () => diskSpaceOf(dataDir)] satisfies [string, unknown]] : []),
    ...(backups ? [['backups', () => diskSpaceOf(backups.folder)] satisfies [string, unknown]] : []),
    ...(!embedded && hasDatabase ? [['database', databaseSpace] satisfies [string, unknown]] : []),
  ];
  const spaces = await Promise.all(
    queries.map(async ([disk, query]) => {
      const space = await Promise.race([query().catch(() => null), after(timeout, null, { ref: false })]);
      return { disk, space };
    }),
  );
  return spaces.flatMap(({ disk, space }) => (space && space.size > 0 ? [{ disk, space }] : []));
}

/** A sharded cluster reports no disk: its size is 0. */
async function databaseSpace(): Promise<DiskSpace> {
  const { fsTotalSize, fsUsedSize } = await mongoose.connection.getClient().db(mongoose.connection.name).stats();
  const size = Number(fsTotalSize ?? 0);
  return { size, free: size - Number(fsUsedSize ?? 0) };
}
