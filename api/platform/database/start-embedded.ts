import type { Config } from '../config/config.ts';
import { printLine } from '../process/print-line.ts';
import type { Shutdown } from '../process/shutdown.ts';
import { type EmbeddedDatabase, runEmbedded } from './embedded.ts';

/**
 * Starts the embedded MongoDB and registers its shutdown. The promise may be awaited later; a failure in between is
 * reported to whoever awaits it.
 */
export function startEmbeddedDatabase(request: { config: Config; closing: Shutdown }): Promise<EmbeddedDatabase> {
  const { config, closing } = request;
  let running: EmbeddedDatabase | undefined;
  const database = runEmbedded({
    config,
    report: printLine,
    signal: closing.signal,
  });
  const settled = database.then(
    (server) => {
      running = server;
    },
    () => undefined,
  );
  closing.add(async () => {
    await settled;
    await running?.stop();
  });
  closing.onForcedExit(() => running?.requestStop());
  return database;
}
