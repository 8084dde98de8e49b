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

type Listener = (answered: AnsweredCommand) => void;

const listeners = new Set<Listener>();

/**
 * Tells of each command of this process when it has been answered; answers how to end that. The driver's own monitoring would
 * have it read each answer twice.
 */
export function watchCommands(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks the database, and lets who watches know of it. */
export async function asking<T>(command: Command, ask: () => Promise<T>): Promise<T> {
  if (listeners.size === 0) return await ask();
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
  const answered = { ...command, began, milliseconds: performance.now() - began, isFailed };
  for (const listener of listeners) listener(answered);
}
