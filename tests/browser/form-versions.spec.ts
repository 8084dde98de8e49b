import { container, schemaOf, table, widget } from '#tests/forms/form-builders.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

const asking = (label: string) => ({
  version: 1,
  root: {
    type: 'container',
    config: { layout: [{ columns: [{ ratio: 1, widget: { type: 'text_input', meta: { key: 'wish', label } } }] }] },
  },
});

backOfficeTest(
  'a form keeps its versions, and an order is shown with the version that it was filled in on',
  async ({ page, createRecord, callElsewhere, expectAccessible }) => {
    const form = await createRecord('forms', { name: 'Posters', formSchema: asking('What shall it say?') });
    const entity = await createRecord('entities', { name: 'Bright Boards', subType: 'abstract' });
    const channel = await createRecord('channels', {
      name: 'Posters',
      slug: 'posters',
      orderFormId: form.id,
      entityId: entity.id,
    });
    const body = { channelId: channel.id, form: form.id, formData: { wish: 'Fresh bread' } };
    const order = await createRecord('orders', body);
    const newer = { formSchema: asking('Your headline'), note: 'Says headline' };
    expect((await callElsewhere({ method: 'PATCH', path: `/api/forms/${form.id}`, body: newer })).status).toBe(200);

    await page.goto(`/admin/forms/${form.id}`);
    const versions = page.getByRole('region', { name: 'Versions' }).first();
    await expect(versions.getByRole('row')).toHaveCount(3);
    await expect(versions.getByRole('row').nth(1)).toContainText('Says headline');
    await expectAccessible(page);
    // An earlier version is reviewed like any other change before it is published again.
    const publishAgain = async (number: number, as: number) => {
      await versions.getByRole('button', { name: `Publish version ${number} again` }).click();
      const dialog = page.getByRole('dialog', { name: `Publish version ${number} again` });
      await expect(dialog.getByRole('region', { name: /^Changes since/ })).toContainText('Label of');
      await expect(dialog.getByLabel('Note on this version')).toHaveValue(`Version ${number} again`);
      await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect(page.getByText(`Published as version ${as}`)).toBeVisible();
      await expect(dialog).toBeHidden();
    };
    await publishAgain(1, 3);
    await expect(versions.getByRole('row').nth(1)).toContainText('Version 1 again');
    await expect(page.getByRole('region', { name: 'Draft of this form' }).getByText('Publish…')).toBeDisabled();
    await publishAgain(2, 4);

    await page.goto(`/admin/orders/${order.id}`);
    await expect(page.getByLabel('What shall it say?')).toHaveValue('Fresh bread');
    await page.goto(`/c/posters/orders/${order.id}`);
    await expect(page.getByLabel('What shall it say?')).toHaveValue('Fresh bread');
  },
);

backOfficeTest(
  'unfinished work on a form is saved as its draft until it is published',
  async ({ page, createRecord, callElsewhere, expectAccessible }) => {
    const form = await createRecord('forms', { name: 'Kept apart', formSchema: asking('What shall it say?') });
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
    await expect(draft).toContainText("You're viewing the draft that");
    await expect(draft).toContainText("It can't be published yet");
    await expectAccessible(page);
    await draft.getByRole('button', { name: 'Publish…' }).click();
    const publishing = page.getByRole('dialog', { name: /^Publish/ });
    await expect(publishing.getByText("The form can't be published:")).toBeVisible();
    await expect(publishing.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
    await publishing.getByRole('button', { name: 'Cancel' }).click();

    // A saved draft causes no warning on leaving, and nothing is published.
    await page.getByRole('link', { name: 'Order Mgmt Forms' }).first().click();
    await expect(page.getByRole('heading', { name: 'Order Mgmt Forms' })).toBeVisible();
    await open();
    await expect(editor).toContainText('What shall it say?');
    await draft.getByRole('button', { name: 'Open draft' }).click();
    await expect(editor).toContainText('Half a');

    const theirs = asking('A headline');
    expect(
      (await callElsewhere({ method: 'PUT', path: `/api/forms/${form.id}/draft`, body: { formSchema: theirs } }))
        .status,
    ).toBe(200);
    await type(asking('Mine'));
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('has been changed by another user in the meantime')).toBeVisible();
    await draft.getByRole('button', { name: 'Open draft' }).click();
    await expect(editor).toContainText('A headline');
    await draft.getByRole('button', { name: 'Publish…' }).click();
    await expect(publishing).toContainText('Label of A headline changed: What shall it say? → A headline');
    await publishing.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Published as version 2')).toBeVisible();
    await expect(draft).not.toContainText('draft that');

    await type(asking('Never mind'));
    await page.getByRole('button', { name: 'Save draft' }).click();
    await draft.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
    await expect(page.getByText('Draft discarded')).toBeVisible();
    await expect(editor).toContainText('A headline');
  },
);

backOfficeTest(
  'a draft on an older version is offered the new form with a list of changes, upgrades after a confirmation, and is restored from its history',
  async ({ page, createRecord, callElsewhere, expectAccessible }) => {
    const known = (id: string, written: object) => ({ ...written, id });
    const wish = (label: string) => known('wish', widget('text_input', 'wish', {}, label));
    const spots = (...columns: object[]) => known('spots', table('spots', columns, {}, { label: 'Spots' }));
    const spot = known('spot', widget('text_input', 'spot', {}, 'Spot'));
    const voice = known('voice', widget('text_input', 'voice', {}, 'Voice'));
    const price = known('price', widget('number_input', 'price', {}, 'Price'));
    const form = await createRecord('forms', {
      name: 'Radio',
      formSchema: schemaOf(wish('Wish'), voice, spots(spot, price)),
    });
    const entity = await createRecord('entities', { name: 'Loud Air', subType: 'abstract' });
    const channel = await createRecord('channels', {
      name: 'Air',
      slug: 'air',
      orderFormId: form.id,
      entityId: entity.id,
    });
    const formData = { wish: 'Fresh bread', voice: 'Low', spots: [{ _id: 'a', spot: 'Morning', price: 3 }] };
    const order = await createRecord('orders', { channelId: channel.id, form: form.id, formData });
    const campaign = known('campaign', container([wish('Headline')], {}, { key: 'campaign', label: 'Campaign' }));
    const doubled = { readonly: true, initialValue: { static: false, value: '$tone' } };
    const tone = [
      widget('text_input', 'tone', { required: true }, 'Tone'),
      widget('text_input', 'echo', doubled, 'Echo'),
    ];
    const body = { formSchema: schemaOf(campaign, spots(spot), ...tone), note: 'Asks for a tone' };
    expect((await callElsewhere({ method: 'PATCH', path: `/api/forms/${form.id}`, body })).status).toBe(200);

    await page.goto(`/c/air/orders/${order.id}`);
    await expect(page.getByLabel('Wish')).toHaveValue('Fresh bread');
    await expect(page.getByText('This form has changed since this draft was started.')).toBeVisible();
    await page.getByLabel('Voice').fill('Deep');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'The new form' });
    await expect(dialog).toContainText('“Asks for a tone”');
    await expect(dialog).toContainText('1 answer stays unchanged.');
    await expect(dialog).toContainText('Wish → Campaign › Headline');
    await expect(dialog).toContainText('New fieldsTone (empty)Echo (empty)');
    await expect(dialog).toContainText('Missing required field: Tone');
    await expect(dialog).toContainText('Voice: Deep');
    await expect(dialog).toContainText('Spots 1 › Price: 3');
    await expectAccessible(page);
    const take = dialog.getByRole('button', { name: 'Use the new form' });
    await expect(take).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Remove these 2 answers.' }).check();
    await take.click();
    await expect(page.getByLabel('Headline')).toHaveValue('Fresh bread');
    await expect(page.getByLabel('Tone')).toHaveValue('');
    await expect(page.getByLabel('Voice')).toHaveCount(0);
    await expect(page.getByText('This form has changed')).toHaveCount(0);
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByText(/moved the order to version 2 of its form$/)).toBeVisible();

    await history.getByRole('button', { name: 'Earlier versions' }).click();
    const earlier = page.getByRole('dialog', { name: 'Earlier versions' });
    await expect(earlier.getByLabel('Wish')).toContainText('Fresh bread');
    await earlier.getByRole('button', { name: 'Restore this version' }).click();
    await expect(page.getByText('Restored', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Voice')).toHaveValue('Deep');
    await expect(page.getByText('This form has changed since this draft was started.')).toBeVisible();
    await expect(history.getByText(/restored an earlier version$/)).toBeVisible();
    const versions = await callElsewhere({ path: `/api/orders/${order.id}/versions` });
    expect(versions.body).toMatchObject({ pagination: { total: 3 } });
    expect((await callElsewhere({ path: `/api/orders/${order.id}` })).body).toMatchObject({
      ...{ formVersion: 1, formData: { ...formData, voice: 'Deep' } },
    });

    // When the channel switches to another form, the same list is shown and the order moves to that form.
    const next = await createRecord('forms', {
      name: 'Television',
      formSchema: schemaOf(widget('text_input', 'wish', {}, 'Wish')),
    });
    await callElsewhere({ method: 'PATCH', path: `/api/channels/${channel.id}`, body: { orderFormId: next.id } });
    await page.reload();
    await expect(
      page.getByText('The channel has switched to another form since this draft was started.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Review changes' }).click();
    await expect(dialog).toContainText('Spots: Morning / 3');
    await dialog.getByRole('checkbox', { name: 'Remove these 2 answers.' }).check();
    await take.click();
    await expect(page.getByLabel('Voice')).toHaveCount(0);
    await expect(page.getByLabel('Wish')).toHaveValue('Fresh bread');
    expect((await callElsewhere({ path: `/api/orders/${order.id}` })).body).toMatchObject({ form: next.id });
  },
);
