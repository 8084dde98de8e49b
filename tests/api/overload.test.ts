import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Blocks the event loop, so that queued work waits for seconds. */
async function blockEventLoop(milliseconds: number): Promise<void> {
  // Waits without computing, which would slow the tests beside this one.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  await nextTurn();
}

it('an overloaded process rejects requests with the time to wait, and recovers when it catches up', async () => {
  for (let turn = 0; turn < 3; turn++) await blockEventLoop(6_000);
  const rejected = await api.call({ path: '/api/data/config' });
  expect(rejected).toMatchObject({
    status: 503,
    body: { code: 'APPLICATION_ERROR', reason: 'The server is busy; try again' },
  });
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  await vi.waitFor(async () => expect((await api.call({ path: '/api/data/config' })).status).toBe(200), 20_000);
}, 60_000);

describe('of very many concurrent requests', () => {
  const busy = { status: 503, body: { code: 'APPLICATION_ERROR', reason: 'The server is busy; try again' } };

  it('three hundred are served, and the others are rejected at once with the time to wait', async () => {
    const order: number[] = [];
    const answers = await Promise.all(
      Array.from({ length: 500 }, async () => {
        const answer = await api.admin.call({ path: '/api/users?limit=1' });
        order.push(answer.status);
        return answer;
      }),
    );
    const rejected = answers.filter(({ status }) => status !== 200);
    expect(answers.length - rejected.length).toBe(300);
    for (const each of rejected) expect(each).toMatchObject(busy);
    expect(rejected.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    // The rejected requests did not wait for the served ones.
    expect(order.slice(0, 200)).toEqual(order.slice(0, 200).fill(503));
    expect((await api.admin.call({ path: '/api/users?limit=1' })).status).toBe(200);
  });

  it('a health check is still answered', async () => {
    const many = Array.from({ length: 400 }, () => api.admin.call({ path: '/api/users?limit=1' }));
    expect((await api.call({ path: '/api/readyz' })).status).toBe(200);
    expect((await Promise.all(many)).some(({ status }) => status === 503)).toBe(true);
  });

  it('concurrent requests whose body has not arrived take up no slot', async () => {
    const { cookies } = api.admin;
    const bodies = Array.from({ length: 400 }, () => new Readable({ read: () => undefined }));
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: api.config.publicUrl, 'content-type': 'application/json' };
    // In batches of one hundred: each is accepted before the next one is sent.
    const slow: Promise<{ statusCode: number }>[] = [];
    for (let at = 0; at < bodies.length; at += 100) {
      for (const payload of bodies.slice(at, at + 100))
        slow.push(api.app.inject({ method: 'POST', url: '/api/clients', headers, payload }));
      expect((await api.admin.call({ path: '/api/users?limit=1' })).status).toBe(200);
    }
    for (const body of bodies) body.push(null);
    const statuses = (await Promise.all(slow)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses).has(400)).toBe(true);
    expect((await api.admin.call({ path: '/api/users?limit=1' })).status).toBe(200);
  });
});
