import { accessTo, uriOf } from '../mongod/access.ts';
import { mongodOn } from '../mongod/orphan.ts';
import { commandLineOf } from '../process/identity.ts';
import { databaseName } from './embedded.ts';

/** Returns the URI of the embedded database currently running on DATA_DIR, or undefined. */
export function runningUri(dataDir: string): string | undefined {
  const pid = mongodOn(dataDir);
  const port = pid === undefined ? undefined : / --port (\d+)/.exec(commandLineOf(pid) ?? '')?.[1];
  return port && uriOf(accessTo(dataDir), { port: Number(port), database: databaseName });
}
