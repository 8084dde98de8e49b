import mongoose from 'mongoose';

/** A question to the database as the driver sent it. */
export interface Query {
  name: string;
  collection: string;
  command: Record<string, unknown>;
}

/** Runs work and answers what it asked of the database meanwhile, in the order of asking. */
export type Watch = (work: () => Promise<unknown>) => Promise<Query[]>;

const asks = ['find', 'aggregate', 'insert', 'update', 'delete', 'findAndModify', 'count', 'distinct', 'getMore'];

/** What workers do whatever else goes on: they look for what is due, seal the log, put what a schedule begins, and send the mail that was queued before. */
const ofWorkers: Readonly<Record<string, readonly string[]>> = {
  // Sealing what was written; settings hold where it goes on, and nothing else.
  audit_log: ['count', 'aggregate', 'find', 'update'],
  settings: ['find', 'findAndModify', 'update'],
  jobs: ['findAndModify', 'update'],
  outbox_messages: ['find', 'findAndModify', 'update'],
};

/** Makes the driver tell of its commands: to be added to the address that the API connects to. */
export const watched = '&monitorCommands=true';

/** Watches the connection of the models. What only opens, keeps or ends work is left out. */
export function watchQueries(): Watch {
  const seen: Query[] = [];
  mongoose.connection.getClient().on('commandStarted', ({ commandName: name, command }) => {
    const collection = String(command[name]);
    const isOfWorker = ofWorkers[collection]?.includes(name);
    if (asks.includes(name) && !isOfWorker) seen.push({ name, collection, command: { ...command } });
  });
  return async (work) => {
    seen.length = 0;
    await work();
    return [...seen];
  };
}
