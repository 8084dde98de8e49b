import type { Page } from '@playwright/test';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

backOfficeTest(
  'the onboarding e-mail of a channel has fields, recipients and a preview that escapes values',
  async ({ page, callElsewhere, createRecord, mailAfter, expectAccessible }) => {
    const entity = await createRecord('entities', { name: 'Room Mailer' });
    const layout = [
      { columns: [{ ratio: 1, widget: { type: 'text_input', meta: { key: 'start', label: '_Start_' } } }] },
    ];
    const form = await createRecord('forms', {
      name: 'Room mail form',
      formSchema: { version: 1, root: { type: 'container', config: { layout } } },
    });
    const { id } = await createRecord('channels', {
      name: 'Room Mail',
      slug: 'room-mail',
      entityId: entity.id,
      orderFormId: form.id,
    });
    await page.goto(`/admin/channels/${id}`);
    await page.getByRole('link', { name: 'Onboarding e-mail' }).click();
    await expect(page).toHaveTitle('Portal: Onboarding e-mail, Room Mail');
    await page.getByRole('switch', { name: 'Send when an order is complete' }).check();
    await page.getByLabel('Subject').fill('For ');
    await page.getByRole('button', { name: 'Insert field into subject' }).click();
    await page.getByRole('menuitem', { name: /Client name/ }).click();
    await expect(page.getByLabel('Subject')).toHaveValue('For {{client.name}}');
    await expect(page.getByLabel('Subject')).toBeFocused();
    await page.getByRole('textbox', { name: 'Content' }).fill('**Starts** {{nobody.knows}} ');
    await page.getByRole('button', { name: 'Insert field into content' }).click();
    await page.getByRole('menuitem', { name: /_Start_/ }).click();
    const preview = part(page, 'Preview');
    await expect(preview).toContainText('For Blue Ridge Bakery');
    await expect(preview).toContainText('_Start_');
    await expect(preview.locator('strong')).toHaveText('Starts');
    await expect(preview.getByRole('alert')).toContainText('nobody.knows');
    await page.getByRole('button', { name: 'Add' }).first().click();
    await page.getByRole('button', { name: 'Add' }).nth(1).click();
    await page.getByRole('combobox', { name: 'Type' }).nth(1).click();
    await page.getByRole('option', { name: 'Address' }).click();
    await page.getByRole('textbox', { name: 'Recipient' }).fill('team@example.com');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Neither orders nor the form have {{nobody.knows}}').first()).toBeVisible();
    const content = page.getByRole('textbox', { name: 'Content' });
    await content.fill((await content.inputValue()).replace('{{nobody.knows}} ', ''));
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect((await callElsewhere({ path: `/api/channels/${id}` })).body).toMatchObject({
      onboardingEmail: {
        enabled: true,
        config: {
          subject: 'For {{client.name}}',
          content: '**Starts** {{form.start}}',
          to: [{ type: 'variable', value: 'client' }],
          cc: [{ type: 'static', value: 'team@example.com' }],
        },
      },
    });

    const client = await createRecord(`entities/${entity.id}/clients`, clientNamed('Room *Customer*'));
    const order = await createRecord('orders', {
      ...{ channelId: id, form: form.id, client: client.id },
      formData: { start: 'In <b>May</b>' },
    });
    const { refCode } = Object((await callElsewhere({ path: `/api/orders/${order.id}` })).body);
    await page.getByRole('combobox', { name: 'Preview with an order' }).click();
    await page.getByRole('option', { name: `${refCode} · Room *Customer* · DRAFT` }).click();
    await expect(preview).toContainText('For Room *Customer*');
    await expect(preview).toContainText('Starts In <b>May</b>');
    await expectAccessible(page);
    const press = () => page.getByRole('button', { name: 'Send me a test' }).click();
    const mail = await mailAfter('admin@example.com', press, /^Test/);
    await expect(page.getByText('Test sent to admin@example.com')).toBeVisible();
    expect(mail).toMatchObject({ subject: 'Test: For Room *Customer*', cc: [] });

    // The mail is sent when an order is complete; a failed delivery is shown on the order until it is sent again.
    const hook = { name: 'Room ledger', address: 'https://127.0.0.1:9/hook', events: ['submitted'] };
    const webhook = await createRecord('webhooks', hook);
    const path = `/api/orders/${order.id}`;
    for (const status of ['PENDING', 'COMPLETE']) await callElsewhere({ method: 'PATCH', path, body: { status } });
    await page.goto(`/c/room-mail/orders/${order.id}`);
    const history = part(page, 'History');
    const what = 'E-mail “For Room *Customer*”';
    await expect(history.getByText(`${what} wasn't sent, because no recipient has an address`)).toBeVisible();
    await expect(history.getByText('Client: Has no e-mail address')).toBeVisible();
    const again = history.getByRole('button', { name: 'Send “For Room *Customer*” again' });
    const question = page.getByRole('dialog', { name: 'Send this mail again?' });
    const sendAgain = async () => {
      await again.click();
      await question.getByRole('button', { name: 'Send again' }).click();
    };
    await again.click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await sendAgain();
    await expect(page.getByText(/^This mail has no recipient with an address/)).toBeVisible();
    const email = 'room.customer@example.com';
    await callElsewhere({ method: 'PATCH', path: `/api/clients/${client.id}`, body: { email } });
    const sent = await mailAfter(email, sendAgain);
    expect(sent).toMatchObject({ subject: 'For Room *Customer*', cc: ['team@example.com'] });
    await expect(page.getByText(`Sent again to ${email}`)).toBeVisible();
    const words = `${what}, sent again, was sent to ${email}, team@example.com by Administrator`;
    await expect(history.getByText(words)).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);

    // A webhook was attempted as well and rejected, because its address is internal; its secret is shown once.
    await page.goto(`/admin/webhooks/${webhook.id}`);
    await expect(
      page.getByRole('row', { name: refCode }).getByText(/^127\.0\.0\.1 is a private address/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'New secret' }).click();
    const secret = page.getByRole('dialog', { name: 'Secret for Room ledger' });
    await expect(secret.getByLabel('Secret')).toHaveValue(/^whsec_/);
    await expectAccessible(page);
    await secret.getByRole('button', { name: "I've saved the secret" }).click();
    await expect(secret).toHaveCount(0);
    await expectAccessible(page);
    await callElsewhere({ method: 'DELETE', path: `/api/webhooks/${webhook.id}` });
  },
);

backOfficeTest(
  'a user chooses in Settings which order mails to receive',
  async ({ page, callElsewhere, expectAccessible }) => {
    const off = async () => Object((await callElsewhere({ path: '/api/users/me' })).body).noticesOff;
    await page.goto('/settings');
    const returned = page.getByRole('checkbox', { name: 'My order is sent back, or its change is rejected' });
    await returned.uncheck();
    await expect.poll(off).toEqual(['returned']);
    await page.reload();
    await expect(returned).not.toBeChecked();
    await expectAccessible(page);
    await returned.check();
    await expect.poll(off).toEqual([]);
  },
);

const clientNamed = (name: string) => ({
  ...{ name, businessOwner: 'Ada Stone', businessName: 'Stone Bakery', phoneNumber: '503-555-0100', industry: 'Food' },
  businessAddress: { street: '1 Main Street', city: 'Salem', state: 'OR', zip: '97301' },
  website: 'https://bakery.example',
});
