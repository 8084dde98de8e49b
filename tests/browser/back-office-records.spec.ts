import type { Page } from '@playwright/test';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

/** Finds a record by typing and chooses it. */
async function choose(place: ReturnType<typeof dialogOf>, label: string, text: string): Promise<void> {
  await place.getByRole('combobox', { name: label, exact: true }).fill(text);
  await place.page().getByRole('option', { name: text }).click();
}

/** The smallest image. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

backOfficeTest(
  'an administrator adds an e-mail address to a user and makes it primary, and unsaved form text stays',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    const user = await createRecord('users', { name: 'Room One', email: 'room.one@example.com' });
    await page.goto(`/admin/users/${user.id}`);
    await page.getByLabel('Name').fill('Room Typed');
    const addresses = part(page, 'E-mail addresses');
    await addresses.getByRole('button', { name: 'Add an address' }).click();
    const dialog = dialogOf(page, 'Add an address');
    await dialog.getByLabel('Address').fill('room.one@example.com');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByLabel('Address').fill('nobody');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('Please enter a valid e-mail address').first()).toBeVisible();
    await expect(dialog.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await dialog.getByLabel('Address').fill('Room.Two@example.com');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(addresses.getByRole('row', { name: /room\.two@example\.com/ })).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Room Typed');

    await addresses.getByRole('button', { name: 'Make room.two@example.com primary' }).click();
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('room.two@example.com');
    await expect(page.getByLabel('Name')).toHaveValue('Room Typed');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();

    await addresses.getByRole('button', { name: 'Remove room.one@example.com' }).click();
    await dialogOf(page, 'Remove this address?').getByRole('button', { name: 'Remove' }).click();
    await expect(addresses.getByRole('row')).toHaveCount(2);
    await expect(addresses.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    expect((await callElsewhere({ path: `/api/users/${user.id}` })).body).toMatchObject({
      name: 'Room Typed',
      email: 'room.two@example.com',
      emailAddresses: [{ address: 'room.two@example.com', primary: true }],
    });
  },
);

backOfficeTest(
  'a concurrent change of a field that is being edited asks which value to keep, also after an address was added',
  async ({ page, callElsewhere, createRecord }) => {
    const { id } = await createRecord('users', { name: 'Room Base', email: 'room.base@example.com' });
    await page.goto(`/admin/users/${id}`);
    await page.getByLabel('Name').fill('Room Mine');
    await callElsewhere({ method: 'PATCH', path: `/api/users/${id}`, body: { name: 'Room Theirs' } });
    const addresses = part(page, 'E-mail addresses');
    await addresses.getByRole('button', { name: 'Add an address' }).click();
    const dialog = dialogOf(page, 'Add an address');
    await dialog.getByLabel('Address').fill('room.base.two@example.com');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(addresses.getByRole('row', { name: /room\.base\.two/ })).toBeVisible();
    await expect(page.getByText('Someone else changed this user.')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    const question = dialogOf(page, 'This user has changed');
    await expect(question.getByText('Room Theirs')).toBeVisible();
    await expect(question.getByText('Room Mine')).toBeVisible();
  },
);

backOfficeTest(
  'an administrator sets a user’s name and password, adds a membership with the right to manage members, and sends an invitation',
  async ({ page, callElsewhere, createRecord, signInAs, expectAccessible }) => {
    const entity = await createRecord('entities', { name: 'Room Branch' });
    const user = await createRecord('users', { name: 'Room Member', email: 'room.member@example.com' });
    await page.goto(`/admin/users/${user.id}`);
    await part(page, 'Sign-in methods').getByRole('button', { name: 'Add username and password' }).click();
    const method = dialogOf(page, 'Add username and password');
    await method.getByLabel('Key').fill('room.member');
    await method.getByLabel('Password', { exact: true }).fill('short');
    await method.getByRole('button', { name: 'Add' }).click();
    await expect(method.getByText('Must have at least 10 characters').first()).toBeVisible();
    await method.getByLabel('Password', { exact: true }).fill('long enough 1');
    await method.getByRole('button', { name: 'Add' }).click();
    await expect(part(page, 'Sign-in methods').getByText('Username and password', { exact: true })).toBeVisible();

    await part(page, 'Member of').getByRole('button', { name: 'Add a membership' }).click();
    const membership = dialogOf(page, 'Add a membership');
    await choose(membership, 'Entity', 'Room Branch');
    await membership.getByRole('button', { name: 'Add' }).click();
    await part(page, 'Member of').getByRole('link', { name: 'Room Branch' }).click();

    const members = part(page, 'Members');
    await members.getByRole('button', { name: 'Edit Room Member' }).click();
    const member = dialogOf(page, 'Edit member');
    await member.getByRole('switch', { name: 'Can manage members' }).check();
    await member.getByRole('button', { name: 'Save' }).click();
    await expect(members.getByText('Can manage members')).toBeVisible();
    await expectAccessible(page);
    expect((await callElsewhere({ path: `/api/users/${user.id}/memberships` })).body).toMatchObject([
      { entity: { id: entity.id }, flags: 1 },
    ]);
    await members.getByRole('button', { name: 'Remove Room Member' }).click();
    await dialogOf(page, 'Remove this member?').getByRole('button', { name: 'Remove' }).click();
    await expect(members.getByText('This entity has no direct members.')).toBeVisible();

    const invitations = part(page, 'Invitations');
    await invitations.getByRole('button', { name: 'Invite by e-mail' }).click();
    const invitation = dialogOf(page, 'Invite by e-mail');
    await invitation.getByLabel('Address').fill('Room.Member@example.com');
    await invitation.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(invitations.getByRole('row', { name: /room\.member@example\.com/ })).toBeVisible();
    await signInAs('room.member@example.com');
    await page.goto('/settings');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Accept: Room Branch' }).click();
    await expect(page.getByText("You're now a member of Room Branch")).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Invitations' })).toHaveCount(0);
    expect((await callElsewhere({ path: `/api/users/${user.id}/memberships` })).body).toMatchObject([
      { entity: { id: entity.id }, flags: 0 },
    ]);
  },
);

backOfficeTest(
  'a membership changed by another user is not overwritten silently',
  async ({ page, callElsewhere, createRecord }) => {
    const entity = await createRecord('entities', { name: 'Room Stale' });
    const user = await createRecord('users', { name: 'Room Late', email: 'room.late@example.com' });
    const { revision } = await createRecord(`entities/${entity.id}/members`, { user: user.id });
    await page.goto(`/admin/users/${user.id}`);
    await part(page, 'Member of').getByRole('button', { name: 'Edit Room Stale' }).click();
    const dialog = dialogOf(page, 'Edit membership');
    const manages = dialog.getByRole('switch', { name: 'Can manage members' });
    await expect(manages).not.toBeChecked();
    await callElsewhere({ method: 'PATCH', path: `/api/entities/${entity.id}/members/${user.id}`, body: { flags: 1 } });
    await manages.check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Reload' }).click();
    await expect(dialog.getByRole('alert')).toBeHidden();
    await expect(manages).toBeChecked();
    await manages.uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    expect((await callElsewhere({ path: `/api/entities/${entity.id}/members/${user.id}` })).body).toMatchObject({
      flags: 0,
      revision: revision + 2,
    });
  },
);

backOfficeTest(
  'users without guild access see none, nobody is offered another user’s sign-in methods, and rights are explained',
  async ({ page, signInAs, expectAccessible }) => {
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Columns' }).click();
    const menu = dialogOf(page, 'Columns');
    await expect(menu.getByRole('checkbox', { name: 'Guild', exact: true })).toBeVisible();

    await signInAs('agency.admin@example.com');
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect(menu.getByRole('checkbox', { name: 'Name', exact: true })).toBeVisible();
    await expect(menu.getByRole('checkbox', { name: 'Guild', exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Mel Sharma', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mel Sharma' })).toBeVisible();
    // A guild member has a right that an agency's administrator lacks.
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(0);
    await expect(part(page, 'Member of').getByRole('link', { name: 'Harborlight Boston' })).toBeVisible();
    await expect(page.getByText(/Guild/)).toHaveCount(0);
    await expect(part(page, 'E-mail addresses').getByText('member@example.com')).toBeVisible();
    await expect(part(page, 'E-mail addresses').getByRole('button')).toHaveCount(0);
    await expect(part(page, 'Sign-in methods').getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Who can do what here, and why' }).click();
    const why = dialogOf(page, 'Who can do what with Mel Sharma');
    await expect(why.getByText('As AGENCY_ADMIN and member of Harborlight Media').first()).toBeVisible();
    await expect(why.getByText('May not sign in as')).toBeVisible();
    await expectAccessible(page);
    await choose(why, 'Person', 'Riley Chen');
    await expect(why.getByText('May not change')).toBeVisible();
  },
);

backOfficeTest(
  'an administrator grants a product to an entity and to a user, each found by name',
  async ({ page, callElsewhere, createRecord }) => {
    await createRecord('entities', { name: 'Room Buyer' });
    const { id } = await createRecord('products', { key: 'room_rule', name: 'Room rule', availability: 'CONTROLLED' });
    await page.goto(`/admin/products/${id}`);
    const rules = part(page, 'Access rules');
    await rules.getByRole('button', { name: 'Add a rule' }).click();
    const dialog = dialogOf(page, 'Add a rule');
    await dialog.getByRole('combobox', { name: 'For' }).click();
    await page.getByRole('option', { name: 'Entity' }).click();
    await choose(dialog, 'Entity', 'Room Buyer');
    await dialog.getByRole('combobox', { name: 'Rule' }).click();
    await page.getByRole('option', { name: 'Grant' }).click();
    await dialog.getByLabel('Priority').fill('3');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(rules.getByRole('row', { name: /Room Buyer Entity Grant 3/ })).toBeVisible();

    await rules.getByRole('button', { name: 'Edit Room Buyer' }).click();
    const change = dialogOf(page, 'Edit rule');
    await change.getByRole('combobox', { name: 'For' }).click();
    await page.getByRole('option', { name: 'User' }).click();
    await choose(change, 'User', 'Aiko Sato');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(rules.getByRole('row', { name: /Aiko Sato User Grant 3/ })).toBeVisible();
    expect((await callElsewhere({ path: `/api/products/${id}` })).body).toMatchObject({
      accessRules: [{ refType: 'user', rule: 'grant', priority: 3 }],
    });
  },
);

backOfficeTest(
  'an administrator creates a tile for a guild and sorts tiles by keyboard and by drag',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    const guild = await createRecord('guilds', { name: 'Room Guild' });
    for (const [order, title] of ['First', 'Second'].entries()) {
      await createRecord(`guilds/${guild.id}/resources`, { title, place: 'kb', order });
    }
    const titles = async () => {
      const { body } = await callElsewhere({ path: `/api/guilds/${guild.id}/resources?sort=order` });
      return JSON.stringify(body).match(/(?<="title":")[^"]+/g);
    };
    await page.goto('/admin/guilds/knowledge_base');
    await expect(page.getByText('No guild selected')).toBeVisible();
    const choice = page.getByRole('combobox', { name: 'Guild' });
    await choice.fill('Room G');
    await page.getByRole('option', { name: 'Room Guild' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/guilds/knowledge_base/${guild.id}$`));
    const tiles = part(page, 'Resources');
    await tiles.getByRole('button', { name: 'Add a tile' }).click();
    const dialog = dialogOf(page, 'Add a tile');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('Missing required field: Title').first()).toBeVisible();
    await dialog.getByLabel('Title').fill('Third');
    const content = dialog.getByLabel('Content', { exact: true });
    await content.fill('**Bold** words\nMore');
    await content.press('Control+Home');
    const preview = dialog.getByRole('region', { name: 'Preview of content' });
    await expect(preview.locator('strong')).toHaveText('Bold');
    const pictures = dialog.getByLabel('Add pictures');
    await pictures.setInputFiles({ name: 'tower.txt', mimeType: 'text/plain', buffer: dot });
    await expect(dialog.getByRole('alert')).toContainText('Choose an image (JPEG, PNG, GIF, WebP or AVIF).');
    await dialog.getByRole('button', { name: 'Remove tower.txt' }).click();
    await pictures.setInputFiles({ name: 'tower.png', mimeType: 'image/png', buffer: dot });
    await expect(preview.getByRole('img', { name: 'tower.png' })).toHaveJSProperty('naturalWidth', 1);
    await expect(content).toHaveValue(/^\*\*Bold\*\* words\n\n!\[tower\.png\]\(\S+\)\n\nMore$/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(tiles.getByRole('row')).toHaveCount(4);

    await tiles.getByRole('button', { name: 'Move up Second' }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(tiles.getByRole('row').nth(1)).toContainText('Second');
    await expect(tiles.getByRole('button', { name: 'Move up Second' })).toBeFocused();
    await expect.poll(titles).toEqual(['Second', 'First', 'Third']);
    await tiles.getByRole('row', { name: /Third/ }).dragTo(tiles.getByRole('row', { name: /Second/ }));
    await expect.poll(titles).toEqual(['Third', 'Second', 'First']);
  },
);
