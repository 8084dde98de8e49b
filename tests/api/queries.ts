import mongoose from 'mongoose';

/** What the API asked of the database, such as 'find orders'; what only opens, keeps or ends work is left out. */
export interface Watch {
  /** Runs the work and answers what it asked meanwhile. */
  during(work: () => Promise<unknown>): Promise<string[]>;
}

const asks = ['find', 'aggregate', 'insert', 'update', 'delete', 'findAndModify', 'count', 'distinct', 'getMore'];

/** Watches the connection of the models; it must have been opened with `monitorCommands`. */
export function watchQueries(): Watch {
  const seen: string[] = [];
  mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (asks.includes(commandName)) seen.push(`${commandName} ${command[commandName]}`);
  });
  return {
    async during(work) {
      seen.length = 0;
      await work();
      return [...seen];
    },
  };
}
