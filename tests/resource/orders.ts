import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import { type Agency, anAgency } from '#tests/api/factories.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type BackOfficePage, openBackOffice } from './keywords.ts';

type WithPriority = Order & { priority: string };

/**
 * A new property of orders: one line in the schema (also a column of the back-office), and one row in the field-level
 * access table.
 */
export const orderWithPriority = {
  'schemas/order.schema.json': (text: string) => {
    const schema = JSON.parse(text);
    schema.properties.priority = {
      type: 'string',
      title: 'Priority',
      enum: ['low', 'normal', 'high'],
      default: 'normal',
    };
    schema['x-admin'].columns.push('priority');
    return JSON.stringify(schema, null, 2);
  },
  'schemas/orders/order-fields.ts': (text: string) =>
    text.replace('const rows = {\n', 'const rows = {\n  priority: content,\n'),
};

/** Tests what a new property of orders does without further code. */
export function testOrderProperty(desk: () => BackOfficePage): void {
  const state: { agency?: Agency } = {};
  const agencyHere = async (): Promise<Agency> => {
    state.agency ??= await anAgency(desk().people);
    return state.agency;
  };
  const make = async (fields: object = {}, status = 201) => {
    const { user, channel, client } = await agencyHere();
    const body = {
      channelId: channel.id,
      form: channel.orderFormId,
      client: client.id,
      formData: { headline: 'A' },
      ...fields,
    };
    return await callExpecting<WithPriority>(user.call, status, { method: 'POST', path: '/api/orders', body });
  };
  const patch = (person: SignedInUser, { id }: Order, body: object, headers: Record<string, string> = {}) =>
    person.call({ method: 'PATCH', path: `/api/orders/${id}`, body, headers });

  describe('a new property of orders', () => {
    it('is accepted by POST and PATCH, has its default, and is validated', async () => {
      const { user } = await agencyHere();
      expect((await make()).priority).toBe('normal');
      const order = await make({ priority: 'high' });
      expect(order.priority).toBe('high');
      expect((await patch(user, order, { priority: 'low', autosave: true })).body).toMatchObject({ priority: 'low' });
      expect(await patch(user, order, { priority: 'soon' })).toMatchObject({
        status: 400,
        body: { details: { fields: [{ path: '/priority' }] } },
      });
      await make({ priority: 'soon' }, 400);
    });

    it('is protected by its row of the access table, and is part of a change of a COMPLETE order', async () => {
      const { user, moderator } = await agencyHere();
      const order = await make();
      expect((await patch(user, order, { status: 'PENDING' })).status).toBe(200);
      expect(await patch(user, order, { priority: 'high' })).toMatchObject({
        status: 403,
        body: {
          details: {
            fields: [{ path: '/priority', message: 'Priority of a PENDING order can only be set by a moderator' }],
          },
        },
      });
      expect((await patch(moderator, order, { priority: 'low' })).body).toMatchObject({ priority: 'low' });
      expect((await patch(moderator, order, { status: 'COMPLETE' })).status).toBe(200);
      expect((await patch(moderator, order, { priority: 'high' })).status).toBe(400);
      const change = { status: 'PENDING', changeNotes: 'Sooner', priority: 'high' };
      expect((await patch(user, order, change)).body).toMatchObject({ status: 'PENDING', priority: 'high' });
      expect((await patch(user, order, { status: 'DRAFT' })).body).toMatchObject({
        status: 'COMPLETE',
        priority: 'low',
      });
    });

    it('is in versions, restored with them, and copied', async () => {
      const { user } = await agencyHere();
      const order = await make({ priority: 'high' });
      await patch(user, order, { priority: 'low' });
      const path = `/api/orders/${order.id}`;
      const versions = await callExpecting<{ results: object[] }>(user.call, 200, { path: `${path}/versions` });
      expect(versions.results).toMatchObject([{ patch: [{ op: 'replace', path: '/priority', value: 'high' }] }]);
      const restored = await callExpecting<WithPriority>(user.call, 200, {
        method: 'POST',
        path: `${path}/versions/1/restore`,
      });
      expect(restored.priority).toBe('high');
      const copy = await callExpecting<WithPriority>(user.call, 201, {
        method: 'POST',
        path: `${path}/duplicate`,
        body: {},
      });
      expect(copy.priority).toBe('high');
    });

    it('is a column of lists and of the CSV', async () => {
      const { user } = await agencyHere();
      const order = await make({ priority: 'high' });
      const listed = await callExpecting<{ results: WithPriority[] }>(user.call, 200, {
        path: `/api/orders?search=${order.refCode}`,
      });
      expect(listed.results).toMatchObject([{ id: order.id, priority: 'high' }]);
      const { body } = await user.call({ path: `/api/orders.csv?columns=refCode,priority&search=${order.refCode}` });
      expect(parse(String(body))).toEqual([
        [expect.stringMatching(/Reference$/), 'Priority'],
        [order.refCode, 'high'],
      ]);
    });

    const open = async (person: SignedInUser, path: string): Promise<Page> => {
      const { browser, url } = desk();
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      context.setDefaultTimeout(15_000);
      await context.addCookies(person.cookies.map((cookie) => ({ ...cookie, url })));
      const page = await context.newPage();
      await page.goto(`${url}${path}`);
      return page;
    };

    it('is edited on the order page, shown in its history, and merged when two people changed it', async () => {
      const { user, channel } = await agencyHere();
      const order = await make();
      const page = await open(user, `/c/${channel.slug}/orders/${order.id}`);
      await page.getByLabel('Priority').selectOption('High');
      await page.getByText('All changes saved').waitFor();
      expect((await user.call({ path: `/api/orders/${order.id}` })).body).toMatchObject({ priority: 'high' });
      // The history is reloaded after a manual save.
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('changed the priority (was Normal)').waitFor();
      // Another user changes it while it is edited here and cannot be saved.
      await page.route(`**/api/orders/${order.id}`, (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
      );
      await page.getByLabel('Priority').selectOption('Low');
      await patch(user, order, { priority: 'normal' });
      await page.unroute(`**/api/orders/${order.id}`);
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('button', { name: 'Compare' }).or(page.getByRole('dialog')).first().waitFor();
      if (!(await page.getByRole('dialog').isVisible())) await page.getByRole('button', { name: 'Compare' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Priority').first().waitFor();
      await dialog.getByText('Low').first().waitFor();
      await page.context().close();
    });

    it('is a column of both apps, and a field of the order in the back-office', async () => {
      const { user, channel } = await agencyHere();
      const order = await make({ priority: 'high' });
      const portal = await open(user, `/c/${channel.slug}/orders?search=${order.refCode}`);
      await portal.getByRole('columnheader', { name: 'Priority' }).waitFor();
      await portal.getByRole('cell', { name: 'High', exact: true }).waitFor();
      await portal.context().close();
      const office = await openBackOffice(
        desk(),
        `/orders?filter=${encodeURIComponent(JSON.stringify({ q: order.refCode }))}`,
      );
      await office.getByRole('columnheader', { name: 'Priority' }).waitFor();
      await office.goto(`${desk().url}/admin/orders/${order.id}`);
      await expect.poll(() => office.getByLabel('Priority').inputValue(), { timeout: 15_000 }).toBe('high');
      await office.context().close();
    });
  });
}
