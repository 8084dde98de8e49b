import type { Config } from '../config/config.ts';
import type { Closing } from '../process/closing.ts';
import { type EmbeddedDatabase, runEmbedded } from './embedded.ts';

/**
 * Starts the product's own MongoDB and has it ended with the product. The promise may be awaited late: a start that
 * fails meanwhile is told by whoever does.
 */
export function ownDatabase(request: { config: Config; closing: Closing }): Promise<EmbeddedDatabase> {
  const { config, closing } = request;
  let running: EmbeddedDatabase | undefined;
  const database = runEmbedded({
    config,
    report: (line) => process.stdout.write(`${line}\n`),
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
  closing.whenForced(() => running?.forsake());
  return database;
}
