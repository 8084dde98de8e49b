import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { cacheFolder } from '#api/platform/config/config.ts';
import { findMongod } from '#api/platform/mongod/find.ts';
import { startMongod } from '#api/platform/mongod/start.ts';
import { fastFolder } from '#tests/product/product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URI of the database called `DATABASE` on the MongoDB server of the run. */
    mongodbUri: string;
  }
}

const report = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Vitest global setup: starts one MongoDB server for the whole run, with the binary that the product ships, and removes
 * it afterwards.
 */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await fastFolder(), 'portal-mongod-'));
  const binary = await findMongod({
    configured: process.env.MONGOD_BINARY,
    cacheFolder: cacheFolder(process.env),
    report,
  });
  const server = await startMongod({ binary, folder, report });
  project.provide('mongodbUri', server.uri('DATABASE'));
  // An interrupted run has no teardown, and the server is detached: it would keep running.
  process.once('exit', () => abandon(server.pid, folder));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Stops a server if it still runs, and removes its files synchronously. */
function abandon(pid: number, folder: string): void {
  if (!existsSync(folder)) return;
  process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
