import { callPeer, copyOrders, creating, documents, listed, type Peer, type PeerUser } from './peer.ts';

/** Directus creates single-field indexes only. */
const indexed = ['status', 'client', 'updatedAt'];

/**
 * The running Directus at this address, with a copy of all orders, unless it has them. Its rules need a licence, so that
 * the filter in the request limits the user to the orders below this entity. Throws Directus's error.
 */
export async function directusAt(
  url: string,
  { token, entity, pid }: { token: string; entity: string; pid: number | undefined },
): Promise<Peer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = (path: string, body?: object) =>
    callPeer(`${url}${path}`, { method: body ? 'POST' : 'GET', headers, ...(body && { body }) });
  const collections: { data: { collection: string }[] } = await send('/collections');
  if (!collections.data.some(({ collection }) => collection === 'orders')) {
    await send('/collections', collectionOfOrders);
    await copyOrders((orders) => send('/items/orders', orders));
  }
  const { data } = await send('/items/orders?aggregate[count]=*');
  const fields = ['id', 'revision', ...listed].join(',');
  const listPath = (client: string, reader: PeerUser) => {
    const below = reader === 'user' ? { tree: { _contains: entity } } : {};
    const filter = JSON.stringify({ client: { _eq: client }, status: { _eq: 'COMPLETE' }, ...below });
    const page = `fields=${fields}&limit=20&sort=-updatedAt&meta=filter_count`;
    return `/items/orders?${page}&filter=${encodeURIComponent(filter)}`;
  };
  return {
    name: `Directus ${(await send('/server/info')).data.version ?? ''}`,
    count: Number(data[0].count),
    // Without its process, its CPU time is unknown: it may run on another machine. SQLite is part of its process.
    server: { url, pids: [pid] },
    list: (client, reader) => ({ method: 'GET', headers, path: listPath(client, reader) }),
    total: async (client, reader) => (await send(listPath(client, reader))).meta.filter_count,
    one: (id) => ({ method: 'GET', headers, path: `/items/orders/${id}` }),
    create: (values) => creating({ path: '/items/orders', headers }, values),
  };
}

const fieldOf = (field: string, type: string) => ({ field, type, schema: { is_indexed: indexed.includes(field) } });

const collectionOfOrders = {
  collection: 'orders',
  schema: {},
  meta: {},
  fields: [
    { field: 'id', type: 'string', schema: { is_primary_key: true, length: 24 } },
    fieldOf('revision', 'integer'),
    ...listed.map((name) => fieldOf(name, 'string')),
    fieldOf('tree', 'text'),
    ...documents.map((name) => ({ ...fieldOf(name, 'json'), meta: { special: ['cast-json'] } })),
  ],
};
