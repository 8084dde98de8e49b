import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendCsv } from '#api/engine/resource/lists/csv.ts';
import { storeOf } from '#api/engine/store/store.ts';
import type { Client } from '#schemas/generated/types.ts';
import { clientFields } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('a CSV export closes its rows if its response ends before the first read', async () => {
  let isClosed = false;
  async function* pieces() {
    try {
      yield 'Name\n';
      yield 'Bakery\n';
    } finally {
      isClosed = true;
    }
  }
  const app = fastify();
  app.addHook('onSend', async (_request, reply, payload) => {
    if (payload instanceof Readable) payload.destroy();
    reply.raw.destroy();
    return payload;
  });
  app.get('/', (_request, reply) => sendCsv(reply, 'clients', pieces()));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  await expect(fetch(url)).rejects.toThrow();
  await vi.waitFor(() => expect(isClosed).toBe(true));
  await app.close();
});

describe('a long CSV export', () => {
  const length = 40_000;
  let url: string;

  beforeAll(async () => {
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const like: Partial<Client> = {
      ...clientFields(),
      industry: 'Long',
      website: `https://example.com/${'x'.repeat(200)}`,
    };
    for (let from = 0; from < length; from += 5_000)
      await storeOf('Client').insertMany(
        Array.from({ length: 5_000 }, (_, index) => ({ ...like, name: `Long ${from + index}` })),
      );
  }, 60_000);

  /** The response after its first bytes; the stream is paused. */
  async function startExport(): Promise<IncomingMessage> {
    const cookie = api.admin.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const request = get(`${url}/api/clients.csv?industry=Long`, { headers: { cookie } });
    const [answer] = await once(request, 'response');
    if (!isAnswer(answer)) throw new Error('No answer came');
    await once(answer, 'readable');
    return answer;
  }

  /** The open cursors of this request: a background job may read clients as well. */
  const openCursors = async () => {
    const all = await mongoose.connection
      .getClient()
      .db('admin')
      .aggregate([
        { $currentOp: { idleCursors: true } },
        { $match: { type: 'idleCursor', ns: `${mongoose.connection.name}.clients` } },
      ])
      .toArray();
    return all.filter(({ cursor }) => JSON.stringify(cursor.originatingCommand).includes('"Long"'));
  };

  it('applies backpressure for a slow reader, and closes the cursor when the reader disconnects', async () => {
    const answer = await startExport();
    // The server keeps reading until its buffers are full; only then is the cursor idle.
    await vi.waitFor(async () => expect(await openCursors()).toHaveLength(1), 5_000);
    answer.destroy();
    await vi.waitFor(async () => expect(await openCursors()).toEqual([]), 5_000);
  });

  it('is aborted, and does not look complete, if the database fails midway', async () => {
    const answer = await startExport();
    await mongoose.connection.collection('clients').drop();
    const failed = once(answer, 'error');
    answer.resume();
    expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
    expect(answer.complete).toBe(false);
  });
});

const isAnswer = (value: unknown): value is IncomingMessage => value !== null && typeof value === 'object';
