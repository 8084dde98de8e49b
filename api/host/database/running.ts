import { accessTo, uriOf } from '../mongod/access.ts';
import { mongodOn } from '../mongod/orphan.ts';
import { commandLineOf } from '../process/identity.ts';
import { databaseName } from './embedded.ts';

/** The address of the embedded database that runs on DATA_DIR now; undefined when none does. */
export function runningUri(dataDir: string): string | undefined {
  const pid = mongodOn(dataDir);
  const port = pid === undefined ? undefined : / --port (\d+)/.exec(commandLineOf(pid) ?? '')?.[1];
  return port && uriOf(accessTo(dataDir), { port: Number(port), database: databaseName });
}
