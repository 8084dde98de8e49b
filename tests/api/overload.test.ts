import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Holds the process up, so that what waits for its turn waits for seconds. */
async function holdUp(milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
  await nextTurn();
}

it('a process that does not keep up refuses calls with the time to wait, and serves again when it does', async () => {
  for (let turn = 0; turn < 3; turn++) await holdUp(6_000);
  const refused = await api.call({ path: '/api/data/config' });
  expect(refused).toMatchObject({ status: 503, body: { code: 'APPLICATION_ERROR', reason: 'Too busy; try again' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await vi.waitFor(async () => expect((await api.call({ path: '/api/data/config' })).status).toBe(200), 20_000);
}, 60_000);
