import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { cacheFolder } from '#api/host/config/cache-folder.ts';
import { callerOf } from '#tests/product/call.ts';
import { newDataDir, removeDataDir, startProduct } from '#tests/product/product.ts';
import { signIn } from '#tests/product/sign-in.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await newDataDir();
});
afterEach(() => removeDataDir(dataDir));

/** The program of a Node, from npm's registry where it is not kept from an earlier run. */
async function nodeOf(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(cacheFolder(process.env), 'nodes', version);
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  execFileSync('npm', ['install', '--no-save', '--no-package-lock', '--prefix', folder, `${name}@${version}`]);
  return program;
}

test.each(['20.19.0', '22', '24'])('the product starts on Node %s, and an order is made there', async (version) => {
  const node = await nodeOf(version);
  const environment = { DEMO: 'on', NODE_OPTIONS: '--throw-deprecation' };
  const product = await startProduct({ dataDir, node, environment, seconds: 100 });
  onTestFinished(() => product.kill());
  const call = callerOf(product.url);
  const cookies = await signIn({ call, dataDir }, 'agency.user@example.com');
  const { body: channels } = await call({ cookies, path: '/api/channels?slug=radio' });
  const [radio] = Object(channels).results;
  const body = { channelId: radio.id, form: radio.orderFormId, formData: { campaign_name: 'Oysters' } };
  const made = await call({ cookies, method: 'POST', path: '/api/orders', body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(made.body).toMatchObject({ status: 'DRAFT', formData: { campaign_name: 'Oysters' } });
  expect(await product.stop(), product.output()).toBe(0);
});
