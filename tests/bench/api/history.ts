import type { Order } from '../../../schemas/generated/types.ts';
import { medianLoad, type Server, timeRequest } from './load.ts';

/** Latency of reading any version of an order with a long history, compared with reading the order; milliseconds. */
export interface HistoryRates {
  order: number;
  /** The median and the maximum of the requested versions. */
  state: number;
  longest: number;
  /** Size of the order's response in bytes. */
  bytes: number;
}

interface HistoryRequest {
  product: Server;
  /** The Cookie header of the user who saves and reads. */
  cookie: string;
  /** The order to copy. */
  like: Order;
  rounds: number;
}

/** The name of the row, for `--only`. */
export const historyName = 'any state of an order of 1,000 versions and 100 KB';
const size = { versions: 1_000, fields: 100 };

/** Creates the order by 1,000 saves of two texts each, and reads it at one revision after the other. */
export async function measureHistory({
  product: { url },
  cookie,
  like,
  rounds,
}: HistoryRequest): Promise<HistoryRates> {
  const headers = { cookie, origin: new URL(url).origin, 'content-type': 'application/json' };
  const write = async (method: string, path: string, body: object) =>
    JSON.parse((await timeRequest(new URL(path, url), { method, headers, body: JSON.stringify(body) })).text);
  const { form, channelId, client, formData } = like;
  const texts = Object.fromEntries(Array.from({ length: size.fields }, (_, index) => [`text_${index}`, textOf(index)]));
  const created: Order = await write('POST', '/api/orders', {
    form,
    channelId,
    client,
    formData: { ...formData, ...texts },
  });
  for (let save = 0; save < size.versions; save += 1) {
    for (const moved of [save, save * 7 + 3]) texts[`text_${moved % size.fields}`] = textOf(save + moved);
    await write('PATCH', `/api/orders/${created.id}`, { formData: { ...formData, ...texts } });
  }
  const read = async (path: string) => await timeRequest(new URL(path, url), { headers: { cookie } });
  const states: number[] = [];
  const orders: number[] = [];
  const result = { bytes: 0 };
  // Covers every distance from a stored snapshot, including the first and the last revision.
  for (let revision = 1; revision <= size.versions; revision += Math.ceil(99 / rounds)) {
    const order = await read(`/api/orders/${created.id}`);
    orders.push(order.time);
    result.bytes = Buffer.byteLength(order.text);
    states.push((await read(`/api/orders/${created.id}/versions/${revision}`)).time);
  }
  return { order: medianLoad(orders), state: medianLoad(states), longest: Math.max(...states), ...result };
}

/** A kilobyte of unique text. */
const textOf = (number: number) => `${number} `.repeat(1_000).slice(0, 1_000);
