import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { callerOf } from '#tests/product/call.ts';
import { nodeOf, nodeVersions } from '#tests/product/node-versions.ts';
import { newDataDir, removeDataDir, startProduct } from '#tests/product/product.ts';
import { signIn } from '#tests/product/sign-in.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await newDataDir();
});
afterEach(() => removeDataDir(dataDir));

test.each(nodeVersions)('the product starts on Node %s and creates an order', async (version) => {
  const node = await nodeOf(version);
  const environment = { DEMO: 'on', NODE_OPTIONS: '--throw-deprecation' };
  const product = await startProduct({ dataDir, node, environment, seconds: 100 });
  onTestFinished(() => product.kill());
  const call = callerOf(product.url);
  const cookies = await signIn({ call, dataDir }, 'agency.user@example.com');
  const { body: channels } = await call({ cookies, path: '/api/channels?slug=radio' });
  const [radio] = Object(channels).results;
  const body = { channelId: radio.id, form: radio.orderFormId, formData: { campaign_name: 'Oysters' } };
  const order = await call({ cookies, method: 'POST', path: '/api/orders', body });
  expect(order.status, JSON.stringify(order.body)).toBe(201);
  expect(order.body).toMatchObject({ status: 'DRAFT', formData: { campaign_name: 'Oysters' } });
  expect(await product.stop(), product.output()).toBe(0);
});
