import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthProvider, Guild, User } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { messagesTo, openMailbox } from '#tests/product/mail.ts';
import { requestToken } from '#tests/product/sign-in.ts';
import { type AddressActions, anAddress, startTwoAgencies } from './email-address-helpers.ts';
import { type Agency, aUser } from './factories.ts';
import type { Api } from './server.ts';

let api: Api;
let agency: Agency;
let other: Agency;
let guild: Guild;
let manager: SignedInUser;
let addresses: AddressActions;
beforeAll(async () => {
  ({ api, agency, other, addresses } = await startTwoAgencies());
  guild = await api.admin.create('Guild', { name: 'Merchants' });
  manager = await api.signedInAs(await aUser(api, { guild: guild.id, guildFlags: 1 }));
});
afterAll(() => api.close());

const password = { type: 'BASIC', challenge: 'correct horse battery' };
const subject = /A sign-in method of your account was changed/;
const mailboxOf = (address: string) => openMailbox(api.config.dataDir, address);
const errorFor = (resourceType: string) => ({
  status: 403,
  body: { code: 'MISSING_PERMISSION', details: { resourceType } },
});

describe('a password', () => {
  it.each(['1234567890', 'password12', 'qwertyuiop', 'aaaaaaaaaaaa', 'P@ssw0rd123'])(
    'a password that is easy to guess is rejected from its owner and from an ADMIN: %s',
    async (challenge) => {
      const person = await api.signedInAs(await aUser(api));
      const body = { type: 'BASIC', key: person.user.id, challenge };
      const message = expect.stringMatching(/^Too easy to guess/);
      for (const { call } of [person, api.admin])
        expect(await call({ method: 'POST', path: `/api/users/${person.user.id}/auth_providers`, body })).toMatchObject(
          { status: 400, body: { details: { fields: [{ path: '/challenge', message }] } } },
        );
    },
  );

  it('a password that contains the name or address of its owner is rejected', async () => {
    const user = await aUser(api, { name: 'Wilhelmina Underhill', email: 'wilhelmina@underhill.example' });
    const path = `/api/users/${user.id}/auth_providers`;
    const weak = { type: 'BASIC', key: 'whoami', challenge: 'wilhelminaunderhill' };
    expect((await api.admin.call({ method: 'POST', path, body: weak })).status).toBe(400);
    const basic = await callExpecting<AuthProvider>(api.admin.call, 201, {
      method: 'POST',
      path,
      body: { ...weak, challenge: password.challenge },
    });
    const change = { method: 'PATCH', path: `${path}/${basic.id}`, body: { challenge: 'underhill1234' } } as const;
    expect((await api.admin.call(change)).status).toBe(400);
  });

  it('a password of a thousand characters is checked without blocking other requests', async () => {
    const person = await api.signedInAs(await aUser(api));
    const body = { type: 'BASIC', key: person.user.id, challenge: 'p@ssw0rd1q$3r7y'.repeat(66) };
    const began = process.cpuUsage();
    await person.call({ method: 'POST', path: '/api/users/me/auth_providers', body });
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  });
});

describe('a sign-in method is changed only by its owner and by an ADMIN', () => {
  const owners: [string, () => Promise<{ owner: User; by: SignedInUser }>][] = [
    [
      'an agency admin of the tree',
      async () => ({ owner: await aUser(api, { memberOf: [agency.entity] }), by: agency.moderator }),
    ],
    [
      "an agency admin of one of the owner's two agencies",
      async () => ({ owner: await aUser(api, { memberOf: [agency.entity, other.entity] }), by: agency.moderator }),
    ],
    ["the manager of the owner's guild", async () => ({ owner: await aUser(api, { guild: guild.id }), by: manager })],
  ];

  it.each(owners)('a sign-in method cannot be changed by %s', async (_who, make) => {
    const { owner, by } = await make();
    const [theirs] = owner.emailAddresses;
    const [method] = owner.authProviders;
    const at = `/api/users/${owner.id}`;
    const body = { address: anAddress() };
    const address = errorFor('EmailAddress');
    expect(await by.call({ method: 'POST', path: `${at}/email_addresses`, body })).toMatchObject(address);
    const byId = `/api/email_addresses/${theirs?.id}`;
    expect(await by.call({ method: 'PATCH', path: byId, body: { primary: true } })).toMatchObject(address);
    expect(await by.call({ method: 'DELETE', path: byId })).toMatchObject(address);
    expect(await by.call({ method: 'POST', path: `${byId}/verify` })).toMatchObject(address);
    expect(await by.call({ method: 'PATCH', path: at, body: { email: anAddress() } })).toMatchObject(address);
    const provider = errorFor('AuthProvider');
    const basic = { ...password, key: `by-${owner.id}` };
    expect(await by.call({ method: 'POST', path: `${at}/auth_providers`, body: basic })).toMatchObject(provider);
    const signInMethod = await callExpecting<AuthProvider>(api.admin.call, 201, {
      method: 'POST',
      path: `${at}/auth_providers`,
      body: basic,
    });
    const mine = { challenge: 'of another horse' };
    for (const id of [signInMethod.id, method?.id]) {
      const path = `${at}/auth_providers/${id}`;
      expect(await by.call({ method: 'PATCH', path, body: mine })).toMatchObject(provider);
      expect(await by.call({ method: 'DELETE', path })).toMatchObject(provider);
    }
    const ownerRecord = await api.admin.read('User', owner.id);
    expect(ownerRecord.emailAddresses).toEqual(owner.emailAddresses);
    expect(ownerRecord.email).toBe(owner.email);
  });

  it('the creator of a user sets its first address', async () => {
    const body = { name: 'New Person', email: anAddress(), memberships: [{ entity: agency.entity.id }] };
    const user = await callExpecting<User>(agency.moderator.call, 201, { method: 'POST', path: '/api/users', body });
    expect((await api.signedInAs(user)).user.id).toBe(user.id);
  });

  it('a change of a sign-in method requires a sign-in within the last 15 minutes, also from an ADMIN', async () => {
    const admin = await api.signedInAs(await aUser(api, { roles: ['ADMIN'] }));
    await endRecently(admin);
    const path = '/api/users/me';
    expect(await admin.call({ method: 'PATCH', path, body: { email: anAddress() } })).toMatchObject({
      status: 400,
      body: {
        code: 'REQUEST_DENIED',
        reason: expect.stringMatching(/Sign in again first/),
        details: { needs: 'RECENT_SIGN_IN' },
      },
    });
  });
});

describe('the owner gets a mail about each change of a sign-in method', () => {
  it('the owner gets a mail about each change of a sign-in method when an address is added, verified, made primary or deleted, the last two at the earlier address too', async () => {
    const person = await api.signedInAs(await aUser(api));
    const { email } = person.user;
    const first = await mailboxOf(email);
    const added = await addresses.add(person);
    expect((await first.next(subject)).text).toContain(`${added.address} was added, and is not verified yet.`);
    await addresses.verify(person, await addresses.verification(person, added));
    expect((await first.next(subject)).text).toContain(`${added.address} was verified`);
    const second = await mailboxOf(added.address);
    const primary = { method: 'PATCH', path: `/api/email_addresses/${added.id}`, body: { primary: true } } as const;
    await callExpecting(person.call, 200, primary);
    const now = `Mail is now sent to ${added.address} instead of ${email}.`;
    expect((await first.next(subject)).text).toContain(now);
    expect((await second.next(subject)).text).toContain(now);
    const [old] = person.user.emailAddresses;
    await callExpecting(person.call, 200, { method: 'DELETE', path: `/api/email_addresses/${old?.id}` });
    expect((await second.next(subject)).text).toContain(`${email} was removed.`);
  });

  it("including changes by an ADMIN, with the ADMIN's name", async () => {
    const user = await aUser(api);
    const stranger = await aUser(api);
    const box = await mailboxOf(user.email);
    const email = anAddress();
    const at = await mailboxOf(email);
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/users/${user.id}`, body: { email } });
    const { text } = await box.next(subject);
    expect(text).toContain(`This was done by ${api.admin.user.name}.`);
    expect(text).toContain(`Mail is now sent to ${email}`);
    expect((await at.next(subject)).text).toBe(text);
    expect((await messagesTo(api.config.dataDir, stranger.email)).filter((mail) => subject.test(mail.subject))).toEqual(
      [],
    );
  });

  it('the owner gets a mail about each change of a sign-in method when a user name with password is added, changed or deleted', async () => {
    const { id, email } = await aUser(api);
    const box = await mailboxOf(email);
    const path = `/api/users/${id}/auth_providers`;
    const body = { ...password, key: 'ada.stone' };
    const signInMethod = await callExpecting<AuthProvider>(api.admin.call, 201, { method: 'POST', path, body });
    expect((await box.next(subject)).text).toContain('user name and password (ada.stone) was added');
    const challenge = 'another horse battery';
    await callExpecting(api.admin.call, 200, {
      method: 'PATCH',
      path: `${path}/${signInMethod.id}`,
      body: { challenge },
    });
    const { text } = await box.next(subject);
    expect(text).toContain('The password of ada.stone was changed.');
    expect(text).not.toContain(challenge);
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `${path}/${signInMethod.id}` });
    expect((await box.next(subject)).text).toContain('(ada.stone) was removed.');
  });

  it('the owner gets no mail about any other change', async () => {
    const user = await aUser(api);
    const rename = { method: 'PATCH', path: `/api/users/${user.id}`, body: { name: 'Ada Hill' } } as const;
    await callExpecting(api.admin.call, 200, rename);
    // Mails are sent in their order, so that one about the change would have arrived before this one.
    await requestToken({ call: api.call, dataDir: api.config.dataDir }, user.email);
    const mails = await messagesTo(api.config.dataDir, user.email);
    expect(mails.map((each) => each.subject).toSorted()).toEqual(['Welcome to the order portal', 'Your sign-in link']);
  });
});

async function endRecently({ user }: SignedInUser): Promise<void> {
  const earlier = new Date(Date.now() - 16 * 60_000).toISOString();
  await mongoose.connection
    .collection('sessions')
    .updateMany({ user: new mongoose.Types.ObjectId(user.id) }, { $set: { 'data.signedInAt': earlier } });
}
