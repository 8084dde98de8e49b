import { totalmem } from 'node:os';
import { join } from 'node:path';

/** Fixed, because it is stored in the data files. */
export const replicaSetName = 'portal';

/**
 * Command-line arguments of the embedded mongod. `folder` must be absolute, because an orphaned process is recognized
 * by it.
 */
export function mongodArguments({
  folder,
  port,
  log,
  keyFile,
}: {
  folder: string;
  port: number;
  log: string;
  keyFile: string;
}): string[] {
  return [
    ...dataArguments(folder),
    ...['--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    // Require authentication, because other users may share this machine. Disable the localhost exception, by which
    // anyone local could create the first user.
    ...['--keyFile', keyFile, '--setParameter', 'enableLocalhostAuthBypass=false'],
    ...['--replSet', replicaSetName, '--oplogSize', '256'],
    ...['--wiredTigerCacheSizeGB', cacheGigabytes()],
    ...['--logpath', log, '--logappend', '--slowms', '1000'],
    // Compression costs time over loopback, and MongoDB's zlib leaks memory before 6.0.27 (CVE-2025-14847).
    ...['--networkMessageCompressors', 'disabled'],
    // Disable server-side JavaScript, which we do not use.
    '--noscripting',
    // Shorten the snapshot history from its default of 5 minutes, because we do not read the past and MongoDB keeps the
    // files of dropped collections for it: a test run that drops some hundred databases reached the limit of 20,000
    // open files and mongod exited.
    ...['--setParameter', 'minSnapshotHistoryWindowInSeconds=5'],
    // Disable diagnostic data for MongoDB's support, which is written every second.
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
  ];
}

/** Arguments that identify the data folder. */
export function dataArguments(folder: string): string[] {
  return ['--dbpath', join(folder, 'db')];
}

/**
 * WiredTiger cache: a tenth of the memory, between 256 MiB (MongoDB's minimum) and 1 GiB, because other processes share
 * the machine.
 */
function cacheGigabytes(): string {
  const tenth = totalmem() / 10 / 2 ** 30;
  return Math.min(1, Math.max(0.25, tenth)).toFixed(2);
}
