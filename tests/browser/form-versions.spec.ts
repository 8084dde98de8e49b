import { expect, test } from './desk.ts';

const asking = (label: string) => ({
  version: 1,
  root: {
    type: 'container',
    config: { layout: [{ columns: [{ ratio: 1, widget: { type: 'text_input', meta: { key: 'wish', label } } }] }] },
  },
});

test('a form keeps its versions, and an order is shown on the one that it was filled on', async ({
  page,
  made,
  other,
  expectAccessible,
}) => {
  const form = await made('forms', { name: 'Posters', formSchema: asking('What shall it say?') });
  const entity = await made('entities', { name: 'Bright Boards', subType: 'abstract' });
  const channel = await made('channels', {
    name: 'Posters',
    slug: 'posters',
    orderFormId: form.id,
    entityId: entity.id,
  });
  const body = { channelId: channel.id, form: form.id, formData: { wish: 'Fresh bread' } };
  const order = await made('orders', body);
  const newer = { formSchema: asking('Your headline'), note: 'Says headline' };
  expect((await other({ method: 'PATCH', path: `/api/forms/${form.id}`, body: newer })).status).toBe(200);

  await page.goto(`/admin/forms/${form.id}`);
  const versions = page.getByRole('region', { name: 'Versions' }).first();
  await expect(versions.getByRole('row')).toHaveCount(3);
  await expect(versions.getByRole('row').nth(1)).toContainText('Says headline');
  await expectAccessible(page);
  await versions.getByRole('button', { name: 'Publish version 1 again' }).click();
  await expect(page.getByText('Version 1 is published again, as version 3')).toBeVisible();
  await expect(versions.getByRole('row').nth(1)).toContainText('Version 1 again');
  await versions.getByRole('button', { name: 'Publish version 2 again' }).click();
  await expect(page.getByText('Version 2 is published again, as version 4')).toBeVisible();

  await page.goto(`/admin/orders/${order.id}`);
  await expect(page.getByLabel('What shall it say?')).toHaveValue('Fresh bread');
  await page.goto(`/c/posters/orders/${order.id}`);
  await expect(page.getByLabel('What shall it say?')).toHaveValue('Fresh bread');
});
