import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '../../../api/platform/mongod/start.ts';
import { pollUntil } from '../../product/until.ts';
import { callPeer, copyOrders, creating, documents, listed, type Peer } from './peer.ts';

const run = promisify(execFile);
const administrator = { identity: 'bench@example.com', password: 'benchmark-only' };
const user = { email: 'user@example.com', password: 'benchmark-only' };

/**
 * Starts PocketBase's program on a folder and copies all orders into it, unless it has them. The administrator is a
 * superuser, who reads without rules; a rule limits the user to the orders below this entity. Throws PocketBase's error.
 */
export async function startPocketBase(
  program: string,
  { folder, entity }: { folder: string; entity: string },
): Promise<Peer & { stop: () => void }> {
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
    const signIn = async (collection: string, body: typeof administrator) => {
      const path = `/api/collections/${collection}/auth-with-password`;
      const { token } = await callPeer(`${url}${path}`, { method: 'POST', headers: {}, body });
      return { authorization: String(token), 'content-type': 'application/json' };
    };
    const headers = await signIn('_superusers', administrator);
    const send = (method: string, where: string, body?: object) =>
      callPeer(`${url}${where}`, { method, headers, ...(body && { body }) });
    const { totalItems } = await send('GET', '/api/collections?filter=name="orders"');
    if (totalItems === 0) {
      await send('POST', '/api/collections', collectionOfUsers);
      const { email, password } = user;
      const created = { email, password, passwordConfirm: password, entity };
      await send('POST', '/api/collections/people/records', created);
      await send('POST', '/api/collections', collectionOfOrders);
      await send('PATCH', '/api/settings', { batch: { enabled: true, maxRequests: 1_000, timeout: 60 } });
      await copyOrders((orders) =>
        send('POST', '/api/batch', { requests: orders.map((body) => ({ method: 'POST', url: records, body })) }),
      );
    }
    const headersOf = { administrator: headers, user: await signIn('people', { ...user, identity: user.email }) };
    const fields = ['id', 'revision', ...listed].join(',');
    const listPath = (client: string) => {
      const filter = encodeURIComponent(`client="${client}" && status="COMPLETE"`);
      return `${records}?fields=${fields}&perPage=20&sort=-updatedAt&filter=${filter}`;
    };
    return {
      name: version.trim().replace('pocketbase version', 'PocketBase'),
      count: (await send('GET', `${records}?perPage=1`)).totalItems,
      // SQLite is part of its process.
      server: { url, pids: [child.pid] },
      list: (client, reader) => ({
        method: 'GET',
        headers: headersOf[reader],
        path: listPath(client),
      }),
      total: async (client, reader) =>
        (await callPeer(`${url}${listPath(client)}`, { method: 'GET', headers: headersOf[reader] })).totalItems,
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

const collectionOfUsers = { name: 'people', type: 'auth', fields: [{ name: 'entity', type: 'text' }] };

const collectionOfOrders = {
  name: 'orders',
  type: 'base',
  listRule: 'tree ~ @request.auth.entity',
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
    ...[...listed, 'tree'].map((name) => ({ name, type: 'text' })),
    ...documents.map((name) => ({ name, type: 'json', maxSize: 10_000_000 })),
  ],
  // The index that the query and the rule need: the total is counted without reading orders.
  indexes: ['CREATE INDEX orders_list ON orders (client, status, updatedAt DESC, tree)'],
};
