import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cachedPaths, findMongod } from './find.ts';

let folder: string;
let onPath: string;
let cacheFolder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-find-'));
  onPath = join(folder, 'bin');
  cacheFolder = join(folder, 'cache');
  mkdirSync(onPath);
  vi.stubEnv('PATH', `${onPath}:/usr/bin:/bin`);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Creates a script that answers `--version` like mongod. */
function program(path: string, script: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const ofVersion = (version: string): string => `echo "db version v${version}"`;

const find = (search: { configured?: string; dataVersion?: string } = {}) =>
  findMongod({ cacheFolder, report: () => undefined, ...search });

test('findMongod prefers MONGOD_BINARY to all others', async () => {
  program(join(onPath, 'mongod'), ofVersion('7.0.1'));
  const configured = program(join(folder, 'own'), ofVersion('8.0.4'));
  expect(await find({ configured })).toEqual({ path: configured, version: '8.0.4' });
});

test('findMongod prefers mongod on PATH to a cached download', async () => {
  program(join(onPath, 'mongod'), ofVersion('7.0.1'));
  program(join(cacheFolder, cachedPaths.wheel), ofVersion('6.0.5'));
  expect(await find()).toEqual({ path: 'mongod', version: '7.0.1' });
});

test('findMongod reuses a cached download, the official one first', async () => {
  program(join(cacheFolder, cachedPaths.wheel), ofVersion('6.0.5'));
  expect(await find()).toMatchObject({ version: '6.0.5' });
  program(join(cacheFolder, cachedPaths.official), ofVersion('8.0.21'));
  expect(await find()).toMatchObject({ version: '8.0.21' });
});

test.each([
  ['older than the data', '7.0.1', '8.0.4'],
  ['two major versions newer than the data', '8.0.4', '6.0.5'],
])('findMongod skips a program %s', async (_why, unfitVersion, dataVersion) => {
  program(join(onPath, 'mongod'), ofVersion(unfitVersion));
  const cached = program(join(cacheFolder, cachedPaths.official), ofVersion(dataVersion));
  expect(await find({ dataVersion })).toEqual({ path: cached, version: dataVersion });
});

const loaderError = (library: string): string =>
  `echo "mongod: error while loading shared libraries: ${library}: cannot open shared object file" >&2; exit 127`;

test.each([
  ['needs libcurl.so.4: install the package libcurl4 (apt-get install libcurl4)', loaderError('libcurl.so.4')],
  ['needs libcrypto.so.3: install the package libssl3', loaderError('libcrypto.so.3')],
  ['needs the library libother.so.9', loaderError('libother.so.9')],
  ['needs instructions that this processor lacks', 'kill -ILL $$'],
  ['is MongoDB 5.0.3, but 6.0 or newer is required', ofVersion('5.0.3')],
  ['is not a mongod binary', 'echo hello'],
  ['does not run here: broken', 'echo broken >&2; exit 3'],
])('findMongod rejects an unusable program with the reason: %s', async (reason, script) => {
  const configured = program(join(folder, 'own'), script);
  await expect(find({ configured })).rejects.toThrow(reason);
});
