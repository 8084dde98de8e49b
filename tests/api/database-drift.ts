import { runCommand } from '#tests/runner/command.ts';
import type { Api } from './server.ts';

/** The output of `npm run generate -- --check --database` for a test's database. Starts a process. */
export async function databaseDrift({ config }: Api): Promise<{ isOk: boolean; lines: string[] }> {
  const { isOk, output } = await runCommand({
    program: process.execPath,
    args: ['--import', 'tsx', 'api/engine/drift/main.ts', '--check', '--database'],
    environment: {
      MONGODB_URI: config.mongodbUri ?? '',
      DATA_DIR: config.dataDir,
      SECRET_KEY: 'a secret of the tests, 32 characters long at least',
    },
    limit: 60,
  });
  return { isOk, lines: output.trimEnd().split('\n') };
}
