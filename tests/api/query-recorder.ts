import mongoose from 'mongoose';

/** A database command as the driver sent it. */
export interface DatabaseCommand {
  name: string;
  collection: string;
  command: Record<string, unknown>;
}

/** Runs work and returns the database commands that it issued, in order. */
export type RecordCommands = (work: () => Promise<unknown>) => Promise<DatabaseCommand[]>;

const recordedCommands = [
  'find',
  'aggregate',
  'insert',
  'update',
  'delete',
  'findAndModify',
  'count',
  'distinct',
  'getMore',
];

/**
 * Commands of the background workers, which are left out: they poll for due jobs, seal the audit log, enqueue scheduled
 * jobs and send queued mail.
 */
const ofWorkers: Readonly<Record<string, readonly string[]>> = {
  // Sealing of the audit log; the settings store its position.
  audit_log: ['count', 'aggregate', 'find', 'update'],
  settings: ['find', 'findAndModify', 'update'],
  jobs: ['findAndModify', 'update'],
  outbox_messages: ['find', 'findAndModify', 'update'],
};

/** The query string to append to the MongoDB URI, so that the driver reports its commands. */
export const monitorCommandsQuery = '&monitorCommands=true';

/** Records the commands of the models' connection, except for session and transaction commands. */
export function recordCommands(): RecordCommands {
  const queries: DatabaseCommand[] = [];
  mongoose.connection.getClient().on('commandStarted', ({ commandName: name, command }) => {
    const collection = String(command[name]);
    const isOfWorker = ofWorkers[collection]?.includes(name);
    if (recordedCommands.includes(name) && !isOfWorker) queries.push({ name, collection, command: { ...command } });
  });
  return async (work) => {
    queries.length = 0;
    await work();
    return [...queries];
  };
}
