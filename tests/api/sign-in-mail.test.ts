import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { User } from '#schemas/generated/types.ts';
import { openMailbox } from '#tests/product/mail.ts';
import { anAddress } from './email-address-helpers.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The sign-in mail to an address, with LINK and CODE in place of each link and code. */
async function mailTo(email: string): Promise<{ subject: string; text: string }> {
  const mailbox = await openMailbox(api.config.dataDir, email);
  await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: email } });
  const { subject, text } = await mailbox.next();
  return {
    subject,
    text: `${text.trimEnd()}\n`.replaceAll(/\S+\/magic#[\w-]{43}/g, 'LINK').replaceAll(/\d{6}/g, 'CODE'),
  };
}

it('a sign-in mail greets the user of a single account by name', async () => {
  const { email, name } = await aUser(api);
  expect(await mailTo(email)).toEqual({
    subject: 'Your sign-in link',
    text: `Hello ${name},

open this link to sign in to the portal. It works once, for ten minutes.

LINK

Or enter this code in the browser where you requested it: CODE

If you did not request it, you can ignore this message.
`,
  });
});

it('a sign-in mail to an address of several accounts lists where each was created, the latest first', async () => {
  const email = anAddress();
  const [north, south] = [
    await api.admin.create('Entity', { name: 'North' }),
    await api.admin.create('Entity', { name: 'South' }),
  ];
  const guild = await api.admin.create('Guild', { name: 'Merchants' });
  // As if created by admins who cannot see each other's users: an admin who sees a user with the address cannot create
  // another one.
  const createUser = async (name: string, fields: Partial<User> & { memberships?: object[] }) => {
    const { id } = await api.admin.create('User', { name, email: anAddress(), ...fields });
    const _id = new mongoose.Types.ObjectId(id);
    const address = { email, 'emailAddresses.0.address': email };
    await mongoose.connection.collection('users').updateOne({ _id }, { $set: address });
  };
  await createUser('Ann Alone', {});
  await createUser('Ann Hill', { memberships: [{ entity: south.id }, { entity: north.id }] });
  await createUser('Ann Stone', { guild: guild.id });
  expect(await mailTo(email)).toEqual({
    subject: 'Your sign-in link',
    text: `Hello,

this address was added to several accounts. Open the link of your account to sign in to the portal; the address then belongs to that account. Each link works once, for ten minutes; the codes only in the browser where you requested the mail.

Ann Stone, Merchants:

LINK

Code: CODE

Ann Hill, North, South:

LINK

Code: CODE

Ann Alone, without an organization:

LINK

Code: CODE

If you did not request it, you can ignore this message.
`,
  });
});
