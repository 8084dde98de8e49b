import { noListeners } from '../host/listeners.ts';

/** What is asked of the database. */
export interface Command {
  /** The collection's name. */
  collection: string;
  /** What the database calls it. */
  command: string;
  /** What it looks for; never to be told whole, since it holds what people look for. */
  filter?: unknown;
}

/** A command that was answered, or failed; times by `performance.now()`. */
export interface AnsweredCommand extends Command {
  began: number;
  milliseconds: number;
  isFailed: boolean;
}

/**
 * Those who want to hear of each command of this process when it has been answered. The driver's own monitoring would have it
 * read each answer twice.
 */
export const commands = noListeners<AnsweredCommand>();

/** Asks the database, and lets who watches know of it. */
export async function asking<T>(command: Command, ask: () => Promise<T>): Promise<T> {
  if (!commands.isHeard()) return await ask();
  const began = performance.now();
  try {
    const answer = await ask();
    tellAnswered(command, began);
    return answer;
  } catch (error) {
    tellAnswered(command, began, true);
    throw error;
  }
}

/** Lets who watches know of a command that was begun then and is answered now. */
export function tellAnswered(command: Command, began: number, isFailed = false): void {
  commands.tell({ ...command, began, milliseconds: performance.now() - began, isFailed });
}
