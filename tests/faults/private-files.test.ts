import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callerOf } from '#tests/product/call.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';
import { requestToken } from '#tests/product/sign-in.ts';

let dataDir: string;
let product: Product;

beforeEach(async () => {
  dataDir = await newDataDir();
  await mkdir(join(dataDir, 'mail'));
  await chmod(join(dataDir, 'mail'), 0o755);
  product = await startProduct({ dataDir, environment: { DEMO: 'off' } });
});

afterEach(async () => {
  await product.stop();
  await removeDataDir(dataDir);
});

const mode = async (...path: string[]) => ((await stat(join(dataDir, ...path))).mode & 0o777).toString(8);

test('mail and secret key are readable by their owner only, even in a folder that was world-readable', async () => {
  expect(await mode('mail')).toBe('700');
  await requestToken({ call: callerOf(product.url), dataDir }, 'admin@example.com');
  const [message = ''] = await readdir(join(dataDir, 'mail'));
  expect(await mode('mail', message)).toBe('600');
  expect(await mode('secret-key')).toBe('600');
});
