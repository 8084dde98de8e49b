import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { mongo } from 'mongoose';
import { cacheFolder } from '#api/platform/config/config.ts';
import { findMongod } from '#api/platform/mongod/find.ts';
import { freePort, isListening } from '#api/platform/mongod/start.ts';
import { pollUntil } from '#tests/product/until.ts';

export type Standalone = {
  uri: string;
  /** Stops it and returns the names of its databases. */
  stop(): Promise<string[]>;
};

/** Starts a MongoDB that is no replica set, as a hasty installation has it. */
export async function startStandalone(folder: string): Promise<Standalone> {
  await mkdir(folder, { recursive: true });
  const binary = await findMongod({
    configured: process.env.MONGOD_BINARY,
    cacheFolder: cacheFolder(process.env),
    report: (line) => process.stdout.write(`${line}\n`),
  });
  const port = await freePort();
  const child = spawn(binary.path, ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1'], {
    stdio: 'ignore',
  });
  await pollUntil({ label: 'the standalone mongod', seconds: 30 }, async () =>
    (await isListening(port)) ? true : undefined,
  );
  const uri = `mongodb://127.0.0.1:${port}/portal`;
  return {
    uri,
    stop: async () => {
      const client = await mongo.MongoClient.connect(uri);
      const { databases } = await client.db().admin().listDatabases();
      await client.close();
      child.kill('SIGTERM');
      await once(child, 'exit');
      return databases.map(({ name }) => name);
    },
  };
}
