import { createEmitter } from '../../platform/emitter.ts';

/** A database command. */
export interface Command {
  /** Collection name. */
  collection: string;
  /** Command name in the MongoDB protocol. */
  command: string;
  /** The filter. Never log it whole: it contains what users search for. */
  filter?: unknown;
}

/** A finished command. `began` is a `performance.now()` time. */
export interface FinishedCommand extends Command {
  began: number;
  milliseconds: number;
  isFailed: boolean;
}

/**
 * Listeners for each finished database command (metrics, traces, slow query log). The driver's own command monitoring
 * is not used because it would parse each reply twice.
 */
export const commandListeners = createEmitter<FinishedCommand>();

/** Runs a database command and notifies the listeners of its duration and outcome. Rethrows its error. */
export async function runCommand<T>(command: Command, send: () => Promise<T>): Promise<T> {
  if (!commandListeners.hasListeners()) return await send();
  const began = performance.now();
  try {
    const answer = await send();
    reportCommand(command, began);
    return answer;
  } catch (error) {
    reportCommand(command, began, true);
    throw error;
  }
}

/** Notifies the listeners of a command that started at `began` and has just finished. */
export function reportCommand(command: Command, began: number, isFailed = false): void {
  commandListeners.emit({ ...command, began, milliseconds: performance.now() - began, isFailed });
}
