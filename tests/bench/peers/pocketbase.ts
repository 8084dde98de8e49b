import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '../../../api/platform/mongod/start.ts';
import { pollUntil } from '../../product/until.ts';
import { callPeer, copyOrders, creating, documents, listed, type Peer } from './peer.ts';

const run = promisify(execFile);
const administrator = { identity: 'bench@example.com', password: 'benchmark-only' };

/**
 * Starts PocketBase's program on a folder and copies all orders into it, unless it has them. Superusers read without
 * rules, which is its fastest way. Throws PocketBase's error.
 */
export async function startPocketBase(program: string, folder: string): Promise<Peer & { stop: () => void }> {
  const dir = `--dir=${folder}`;
  await run(program, ['superuser', 'upsert', administrator.identity, administrator.password, dir]);
  const { stdout: version } = await run(program, ['--version']);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, ['serve', `--http=127.0.0.1:${port}`, dir], { stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = () => void child.kill();
  try {
    await pollUntil({ label: 'PocketBase', seconds: 10 }, async () => {
      const answer = await fetch(`${url}/api/health`).catch(() => undefined);
      return answer?.ok || undefined;
    });
    const path = '/api/collections/_superusers/auth-with-password';
    const { token } = await callPeer(`${url}${path}`, { method: 'POST', headers: {}, body: administrator });
    const headers = { authorization: token, 'content-type': 'application/json' };
    const send = (method: string, where: string, body?: object) =>
      callPeer(`${url}${where}`, { method, headers, ...(body && { body }) });
    const { totalItems } = await send('GET', '/api/collections?filter=name="orders"');
    if (totalItems === 0) {
      await send('POST', '/api/collections', collectionOfOrders);
      await send('PATCH', '/api/settings', { batch: { enabled: true, maxRequests: 1_000, timeout: 60 } });
      await copyOrders((orders) =>
        send('POST', '/api/batch', { requests: orders.map((body) => ({ method: 'POST', url: records, body })) }),
      );
    }
    const fields = ['id', 'revision', ...listed].join(',');
    const filterOf = (client: string) => encodeURIComponent(`client="${client}" && status="COMPLETE"`);
    return {
      name: version.trim().replace('pocketbase version', 'PocketBase'),
      count: (await send('GET', `${records}?perPage=1`)).totalItems,
      // SQLite is part of its process.
      server: { url, pids: [child.pid ?? 0, process.pid] },
      list: (client) => ({
        method: 'GET',
        headers,
        path: `${records}?fields=${fields}&perPage=20&sort=-updatedAt&filter=${filterOf(client)}`,
      }),
      one: (id) => ({ method: 'GET', headers, path: `${records}/${id}` }),
      create: (values) => creating({ path: records, headers }, values),
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

const records = '/api/collections/orders/records';

const collectionOfOrders = {
  name: 'orders',
  type: 'base',
  fields: [
    {
      name: 'id',
      type: 'text',
      system: true,
      primaryKey: true,
      required: true,
      min: 24,
      max: 24,
      pattern: '^[a-f0-9]+$',
    },
    { name: 'revision', type: 'number' },
    ...listed.map((name) => ({ name, type: 'text' })),
    ...documents.map((name) => ({ name, type: 'json', maxSize: 10_000_000 })),
  ],
  // The index that the query needs, as in the product.
  indexes: ['CREATE INDEX orders_list ON orders (client, status, updatedAt DESC)'],
};
