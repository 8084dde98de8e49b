import { totalmem } from 'node:os';
import { join } from 'node:path';

/** Fixed: it is written into the data. */
export const replicaSetName = 'portal';

/** How our mongod runs. `folder` is absolute, since an orphan is recognised by it. */
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
    // Nobody without the key: others may use this machine. Without it not even a first user can be made.
    ...['--keyFile', keyFile, '--setParameter', 'enableLocalhostAuthBypass=false'],
    ...['--replSet', replicaSetName, '--oplogSize', '256'],
    ...['--wiredTigerCacheSizeGB', cacheGigabytes()],
    ...['--logpath', log, '--logappend', '--slowms', '1000'],
    // Compression costs time over loopback, and its zlib leaks memory before 6.0.27 (CVE-2025-14847).
    ...['--networkMessageCompressors', 'disabled'],
    // No JavaScript in queries: nothing of ours needs it.
    '--noscripting',
    // Nothing of ours reads the past. MongoDB keeps it for 5 minutes unless told, and with it the files of what was dropped:
    // a run of the tests, which drops some hundred databases, had 20,000 of them open, the limit here, and mongod ended.
    ...['--setParameter', 'minSnapshotHistoryWindowInSeconds=5'],
    // Files for MongoDB's own support, written each second.
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
  ];
}

/** The words of the command line that say whose files these are. */
export function dataArguments(folder: string): string[] {
  return ['--dbpath', join(folder, 'db')];
}

/** A tenth of the memory, between 256 MiB (MongoDB's least) and 1 GiB: the machine is not the database's alone. */
function cacheGigabytes(): string {
  const tenth = totalmem() / 10 / 2 ** 30;
  return Math.min(1, Math.max(0.25, tenth)).toFixed(2);
}
