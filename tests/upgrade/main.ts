/**
 * `npm run released-data`: replaces the test data of the last release with data of this version, from a small agency
 * that has something of everything (CONTRIBUTING.md, 'A release'). Needs the built product.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';
import { runningDatabaseUri } from '#api/platform/database/running.ts';
import { createAgencyFixture } from '#tests/api/agency-fixture.ts';
import { uploadsAt } from '#tests/api/uploads.ts';
import { callerOf } from '#tests/product/call.ts';
import { callersOf } from '#tests/product/callers.ts';
import { newDataDir, removeDataDir, startProduct } from '#tests/product/product.ts';
import { archiveOf, archives, releasedDataEnvironment, runBackup } from './released-data.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const dataDir = await newDataDir();
const archive = join(tmpdir(), `portal-released-${process.pid}.order-portal.tar`);
try {
  const product = await startProduct({ dataDir, environment: { ...releasedDataEnvironment, DEMO: 'on' } });
  try {
    await connectDatabase(runningDatabaseUri(dataDir) ?? '');
    const api = await callersOf({ call: callerOf(product.url), dataDir });
    await createAgencyFixture({ api, uploads: uploadsAt(product.url), mark: 'Kept' });
    await runBackup('backup', archive, dataDir);
  } finally {
    await disconnectDatabase();
    await product.stop();
  }
  for (const file of archives()) rmSync(file);
  const packed = gzipSync(readFileSync(archive), { level: 9 });
  writeFileSync(archiveOf(version), packed);
  process.stdout.write(`${archiveOf(version)}: ${Math.round(packed.length / 1_024)} KiB\n`);
} finally {
  rmSync(archive, { force: true });
  await removeDataDir(dataDir);
}
