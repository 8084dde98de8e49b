import type { ApiCall, ApiResponse } from '#tests/product/call.ts';
import { expect } from './fixtures.ts';

type Other = (call: ApiCall) => Promise<ApiResponse>;

type Known = { id: string; channelId: string; refCode: string; client: string; user: string };

/** The demo's pending website orders, the same in each demo. */
const refCodes = [
  ...['E79X7K27', '01YWKN4Q', 'VCJ3E08M', '4WGAW9A1', '8HT9MDF1', '3Q8VBS9Q', '9HX41Y64', 'TCF90FHH', 'D772T2B4'],
  ...['K1VBG77H', 'PQ5A8BCH'],
];

/** Returns one of them by number. Each test uses its own, so that they do not interfere. */
export async function pendingWebsite(other: Other, number: number): Promise<Known> {
  const { body: channels } = await other({ path: '/api/channels/list' });
  expect(channels).toEqual(expect.arrayContaining([expect.objectContaining({ slug: 'websites' })]));
  const channel = [...Object(channels)].find(({ slug }) => slug === 'websites');
  const { body } = await other({ path: `/api/orders?status=PENDING&channelId=${channel.id}&sort=createdAt&limit=50` });
  const order = [...Object(body).results].find(({ refCode }) => refCode === refCodes[number]);
  expect(order, JSON.stringify(body)).toMatchObject({ refCode: refCodes[number] });
  return order;
}

/** The current form data of an order. */
export async function formDataOf(other: Other, path: string): Promise<object> {
  const { body } = await other({ path });
  expect(body).toMatchObject({ formData: expect.any(Object) });
  return Object(body).formData;
}
