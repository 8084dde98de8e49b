import { mongodCredentials, mongodUri } from '../mongod/access.ts';
import { runningMongodPid } from '../mongod/orphan.ts';
import { commandLineOf } from '../process/identity.ts';
import { databaseName } from './embedded.ts';

/** Returns the URI of the embedded database currently running on DATA_DIR, or undefined. */
export function runningDatabaseUri(dataDir: string): string | undefined {
  const pid = runningMongodPid(dataDir);
  const port = pid === undefined ? undefined : / --port (\d+)/.exec(commandLineOf(pid) ?? '')?.[1];
  return port && mongodUri(mongodCredentials(dataDir), { port: Number(port), database: databaseName });
}
