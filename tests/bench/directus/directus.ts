import { storeOf } from '../../../api/engine/store/store.ts';

/** A Directus with the product's orders. */
export interface Directus {
  version: string;
  /** Number of its orders. */
  count: number;
  /** The URL path of a client's latest complete orders, with their count. */
  list: (client: string) => string;
  /** The URL path of one order. */
  one: (id: string) => string;
}

/** The fields of an order there, and those its lists return: the same as in the product's lists. */
const listed = ['refCode', 'status', 'client', 'user', 'channelId', 'form', 'submissionDate', 'createdAt', 'updatedAt'];
const documents = ['formData', 'products'];
/** Directus creates single-field indexes only. */
const indexed = ['status', 'client', 'updatedAt'];

const batch = 500;

/** Copies all orders of the product to the Directus at this address, unless it has them. Throws Directus's error. */
export async function directusAt(url: string, token: string): Promise<Directus> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (path: string, body?: object) => {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(`${url}${path}`, { headers, ...sent });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Directus responded ${answer.status} to ${path}: ${text.slice(0, 300)}`);
    return text ? JSON.parse(text) : {};
  };
  const collections: { data: { collection: string }[] } = await send('/collections');
  if (!collections.data.some(({ collection }) => collection === 'orders')) {
    await send('/collections', collectionOfOrders);
    const orders = await storeOf('Order').find({ filter: {} });
    const rows = orders.map((order) =>
      Object.fromEntries(['id', 'revision', ...listed, ...documents].map((name) => [name, Reflect.get(order, name)])),
    );
    for (let from = 0; from < rows.length; from += batch) await send('/items/orders', rows.slice(from, from + batch));
  }
  const { data } = await send('/items/orders?aggregate[count]=*');
  const fields = ['id', 'revision', ...listed].join(',');
  const filterOf = (client: string) => JSON.stringify({ client: { _eq: client }, status: { _eq: 'COMPLETE' } });
  return {
    version: (await send('/server/info')).data.version ?? '',
    count: Number(data[0].count),
    list: (client) =>
      `/items/orders?fields=${fields}&limit=20&sort=-updatedAt&meta=filter_count&filter=${encodeURIComponent(filterOf(client))}`,
    one: (id) => `/items/orders/${id}`,
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
    ...documents.map((name) => fieldOf(name, 'json')),
  ],
};
