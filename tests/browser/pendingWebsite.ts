import { isChange } from '#schemas/orders/is-change.ts';
import type { Answer, Call } from '#tests/product/call.ts';
import { expect } from './fixtures.ts';

type Other = (call: Call) => Promise<Answer>;

type Known = { id: string; channelId: string; refCode: string; client: string; user: string };

/**
 * One of the demo's new website orders that wait, by its number among them. Decided orders leave the list, so the numbers of two
 * files are at least 8 apart.
 */
export async function pendingWebsite(other: Other, number: number): Promise<Known> {
  const { body: channels } = await other({ path: '/api/channels/list' });
  expect(channels).toEqual(expect.arrayContaining([expect.objectContaining({ slug: 'websites' })]));
  const channel = [...Object(channels)].find(({ slug }) => slug === 'websites');
  const { body } = await other({ path: `/api/orders?status=PENDING&channelId=${channel.id}&sort=createdAt&limit=50` });
  const waiting = [...Object(body).results].filter((order) => !isChange(order));
  expect(waiting.length, JSON.stringify(body)).toBeGreaterThan(number);
  return waiting[number];
}

/** What an order is filled with now. */
export async function formDataOf(other: Other, path: string): Promise<object> {
  const { body } = await other({ path });
  expect(body).toMatchObject({ formData: expect.any(Object) });
  return Object(body).formData;
}
