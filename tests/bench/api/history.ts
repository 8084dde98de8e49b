import type { Order } from '../../../schemas/generated/types.ts';
import { median, type Server, timed } from './load.ts';

/** How long any state of an order with a long history takes, beside reading the order; milliseconds. */
export interface HistoryRates {
  order: number;
  /** The median of the states asked for, and the one that took longest. */
  state: number;
  longest: number;
  /** Bytes of the order's answer. */
  bytes: number;
}

interface Asked {
  product: Server;
  /** The Cookie header of who saves and reads. */
  cookie: string;
  /** What the order is made like. */
  like: Order;
  rounds: number;
}

/** The row's name, for `--only`. */
export const historyName = 'any state of an order of 1,000 versions and 100 KB';
const wanted = { versions: 1_000, fields: 100 };

/** Makes the order by 1,000 saves, each of two of its texts, and reads it as one revision after the other left it. */
export async function measureHistory({ product: { url }, cookie, like, rounds }: Asked): Promise<HistoryRates> {
  const headers = { cookie, origin: new URL(url).origin, 'content-type': 'application/json' };
  const write = async (method: string, path: string, body: object) =>
    JSON.parse((await timed(new URL(path, url), { method, headers, body: JSON.stringify(body) })).text);
  const { form, channelId, client, formData } = like;
  const texts = Object.fromEntries(
    Array.from({ length: wanted.fields }, (_, index) => [`text_${index}`, textOf(index)]),
  );
  const made: Order = await write('POST', '/api/orders', {
    form,
    channelId,
    client,
    formData: { ...formData, ...texts },
  });
  for (let save = 0; save < wanted.versions; save += 1) {
    for (const moved of [save, save * 7 + 3]) texts[`text_${moved % wanted.fields}`] = textOf(save + moved);
    await write('PATCH', `/api/orders/${made.id}`, { formData: { ...formData, ...texts } });
  }
  const read = async (path: string) => await timed(new URL(path, url), { headers: { cookie } });
  const states: number[] = [];
  const orders: number[] = [];
  const seen = { bytes: 0 };
  // Every place between two whole states that are kept, the first and the last revision among them.
  for (let revision = 1; revision <= wanted.versions; revision += Math.ceil(99 / rounds)) {
    const order = await read(`/api/orders/${made.id}`);
    orders.push(order.time);
    seen.bytes = Buffer.byteLength(order.text);
    states.push((await read(`/api/orders/${made.id}/versions/${revision}`)).time);
  }
  return { order: median(orders), state: median(states), longest: Math.max(...states), ...seen };
}

/** A kilobyte of text that tells which it is. */
const textOf = (number: number) => `${number} `.repeat(1_000).slice(0, 1_000);
