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

test('unfinished work on a form is kept as its draft until it is published', async ({
  page,
  made,
  other,
  expectAccessible,
}) => {
  const form = await made('forms', { name: 'Kept apart', formSchema: asking('What shall it say?') });
  const open = async () => {
    await page.goto(`/admin/forms/${form.id}`);
    await expect(page.getByRole('button', { name: 'Save draft' })).toBeVisible();
  };
  const editor = page.getByRole('textbox', { name: /Form schema/ });
  const draft = page.getByRole('region', { name: 'Draft of this form' });
  const type = async (formSchema: object) => editor.fill(JSON.stringify(formSchema, null, 2));
  await open();
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeDisabled();
  await type({ ...asking('Half a'), version: 2 });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(draft).toContainText('This is the draft that');
  await expect(draft).toContainText('It can not be published yet');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await expectAccessible(page);

  // What is kept is no loss, and nothing of it is published.
  await page.getByRole('link', { name: 'Order Mgmt Forms' }).first().click();
  await expect(page.getByRole('heading', { name: 'Order Mgmt Forms' })).toBeVisible();
  await open();
  await expect(editor).toContainText('What shall it say?');
  await draft.getByRole('button', { name: 'Open the draft' }).click();
  await expect(editor).toContainText('Half a');

  const theirs = asking('A headline');
  expect(
    (await other({ method: 'PUT', path: `/api/forms/${form.id}/draft`, body: { formSchema: theirs } })).status,
  ).toBe(200);
  await type(asking('Mine'));
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('was changed by somebody else in the meantime')).toBeVisible();
  await draft.getByRole('button', { name: 'Open the draft' }).click();
  await expect(editor).toContainText('A headline');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(draft).not.toContainText('draft that');

  await type(asking('Never mind'));
  await page.getByRole('button', { name: 'Save draft' }).click();
  await draft.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByText('The draft is discarded')).toBeVisible();
  await expect(editor).toContainText('A headline');
});
