import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueueMail } from '#api/engine/mail/outbox.ts';
import { storeOf } from '#api/engine/store/store.ts';
import type { User } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { messagesTo, openMailbox, signInLink } from '#tests/product/mail.ts';
import { requestToken } from '#tests/product/sign-in.ts';
import { type AddressActions, anAddress, startTwoAgencies } from './email-address-helpers.ts';
import { type Agency, aUser } from './factories.ts';
import type { Api } from './server.ts';

let api: Api;
let agency: Agency;
let other: Agency;
let addresses: AddressActions;
beforeAll(async () => {
  ({ api, agency, other, addresses } = await startTwoAgencies());
});
afterAll(() => api.close());

const someone = async () => api.signedInAs(await aUser(api));
const where = () => ({ call: api.call, dataDir: api.config.dataDir });
const use = (token: string) => addresses.verify(api, token);
const readSelf = ({ call }: SignedInUser) => callExpecting<User>(call, 200, { path: '/api/users/me' });
const createUser = ({ call }: SignedInUser, body: object) => call({ method: 'POST', path: '/api/users', body });

/** The shape of a response, without what differs between two records created one after the other. */
function shapeOf({ status, body }: { status: number; body: unknown }): unknown {
  const text = JSON.stringify(body)
    .replace(/"(id|createdAt|updatedAt|reqId|verifySentAt)":"[^"]*"/g, '"$1":""')
    .replace(/[\w.-]+@example\.com/g, 'ADDRESS');
  return { status, body: JSON.parse(text) };
}

describe('an unverified address', () => {
  it('cannot be used to sign in', async () => {
    const person = await someone();
    const { address } = await addresses.add(person);
    await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: address } });
    await requestToken(where(), person.user.email);
    expect(await messagesTo(api.config.dataDir, address)).toEqual([]);
  });

  it('can be added by others as well, and belongs to the user who verifies it first', async () => {
    const [one, another] = [await someone(), await someone()];
    const theirs = await addresses.add(one);
    const token = await addresses.verification(one, theirs);
    await addresses.addVerified(another, theirs.address);
    expect(await addresses.verify(one, token)).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_CONFLICT', reason: expect.stringContaining('verified by another account') },
    });
    expect((await readSelf(one)).emailAddresses[1]).toMatchObject({ address: theirs.address, verified: false });
    const { user } = await api.signedInAs({ email: theirs.address });
    expect(user.id).toBe(another.user.id);
  });

  it('is limited to five for each user', async () => {
    const person = await someone();
    for (const _ of [1, 2, 3, 4, 5]) await addresses.add(person);
    const sixth = { method: 'POST', path: '/api/email_addresses', body: { address: anAddress() } } as const;
    expect(await person.call(sixth)).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_DENIED', reason: expect.stringMatching(/^There are already 5 unverified addresses/) },
    });
    const { emailAddresses } = await readSelf(person);
    const path = `/api/email_addresses/${emailAddresses.at(-1)?.id}`;
    await callExpecting(person.call, 200, { method: 'DELETE', path });
    expect((await person.call(sixth)).status).toBe(201);
  });

  it('can be verified only in a session of its owner, and changes nothing elsewhere', async () => {
    const [person, stranger] = [await someone(), await someone()];
    const added = await addresses.add(person);
    const token = await addresses.verification(person, added);
    // The page behind a link derives its message from this prefix.
    expect(token).toMatch(/^verify\.[\w-]{43}$/);
    for (const session of [api, stranger])
      expect(await addresses.verify(session, token)).toMatchObject({
        status: 400,
        cookies: [],
        body: {
          code: 'REQUEST_DENIED',
          reason: expect.stringMatching(/verifies an e-mail address.*Nothing was changed/),
        },
      });
    expect((await readSelf(person)).emailAddresses[1]).toMatchObject({ verified: false });
    expect(await addresses.verify(person, token)).toMatchObject({ status: 200, cookies: [] });
    expect(await addresses.verify(person, token)).toMatchObject({ status: 401 });
    expect((await readSelf(person)).emailAddresses[1]).toMatchObject({ verified: true });
    const path = `/api/audit_log?resourceId=${added.id}&action=update`;
    expect(await callExpecting<{ results: object[] }>(api.admin.call, 200, { path })).toMatchObject({
      results: [
        {
          user: person.user.id,
          changes: [
            { field: 'verified', from: 'false', to: 'true' },
            { field: 'verifiedAt', from: 'null' },
          ],
        },
      ],
    });
  });

  it('is sent a link by its owner and by an ADMIN, at most once a minute, and none once it is verified', async () => {
    const person = await someone();
    const added = await addresses.add(person);
    const verify = { method: 'POST', path: `/api/email_addresses/${added.id}/verify` } as const;
    const token = await addresses.verification(person, added);
    expect((await person.call(verify)).status).toBe(200);
    expect((await addresses.verify(person, token)).status).toBe(200);
    expect(await api.admin.call(verify)).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
    expect(await messagesTo(api.config.dataDir, added.address)).toHaveLength(1);
  });
});

describe('the mail with a link that verifies an address', () => {
  it("is sent to an address that is still unverified, regardless of the user's other addresses", async () => {
    const [person, stranger] = [await someone(), await someone()];
    const [verified, waiting] = [await addresses.addVerified(person), await addresses.add(person)];
    const removed = anAddress();
    const all = [verified.address, removed, waiting.address];
    for (const address of all) await enqueueMail({ kind: 'verifyAddress', user: person.user.id, to: [address] });
    await enqueueMail({ kind: 'verifyAddress', user: stranger.user.id, to: [waiting.address] });
    const unsent = () => storeOf('OutboxMessage').count({ status: { $ne: 'sent' } });
    await expect.poll(unsent, { timeout: 10_000 }).toBe(0);
    const mails = await Promise.all(all.map((each) => messagesTo(api.config.dataDir, each)));
    expect(mails.map(({ length }) => length)).toEqual([1, 0, 1]);
    expect(mails[2]?.[0]?.text).toContain(`Hello ${person.user.name},`);
  });
});

describe('whether an address is known', () => {
  it('is revealed by no response to creating a user', async () => {
    const known = await someone();
    const guild = await api.admin.create('Guild', { name: 'Merchants' });
    const manager = await api.signedInAs(await aUser(api, { guild: guild.id, guildFlags: 1 }));
    const memberships = [{ entity: agency.entity.id }];
    const bodies: [SignedInUser, object][] = [
      [agency.moderator, { name: 'Ann Hill', memberships }],
      [manager, { name: 'Ann Hill' }],
    ];
    for (const [by, body] of bodies) {
      const unknown = await createUser(by, { ...body, email: anAddress() });
      expect(unknown.status).toBe(201);
      expect(shapeOf(await createUser(by, { ...body, email: known.user.email }))).toEqual(shapeOf(unknown));
    }
    const { user } = await api.signedInAs(known.user);
    expect(user.id).toBe(known.user.id);
  });

  it('is revealed by no response to adding the address or requesting a link for it', async () => {
    const [known, person] = [await someone(), await someone()];
    const answers = [];
    for (const address of [anAddress(), known.user.email]) {
      const added = await person.call({ method: 'POST', path: '/api/email_addresses', body: { address } });
      const { id } = (await readSelf(person)).emailAddresses.find((each) => each.address === address) ?? {};
      const sent = await person.call({ method: 'POST', path: `/api/email_addresses/${id}/verify` });
      answers.push([shapeOf(added), shapeOf(sent)]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject([{ status: 201 }, { status: 200 }]);
  });
});

describe('the first address of a user whom another user created', () => {
  it('is verified by the first magic link', async () => {
    const user = await aUser(api);
    expect(user.emailAddresses).toMatchObject([{ verified: false }]);
    expect((await api.signedInAs(user)).user.emailAddresses).toMatchObject([{ verified: true }]);
  });

  it('is not reserved: if several users created accounts for it, its owner chooses one', async () => {
    const email = anAddress();
    const users = [];
    for (const { moderator, entity } of [agency, other])
      users.push(await moderator.create('User', { name: 'Ann Hill', email, memberships: [{ entity: entity.id }] }));
    const mailbox = await openMailbox(api.config.dataDir, email);
    await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: email } });
    const { text } = await mailbox.next();
    const tokens = new Map(
      [agency, other].map(({ entity }) => [entity.name, linkAfter(text, `Ann Hill, ${entity.name}:`)]),
    );
    const chosen = await use(tokens.get(other.entity.name) ?? '');
    expect(chosen).toMatchObject({ status: 200, body: { id: users[1]?.id } });
    expect(await use(tokens.get(agency.entity.name) ?? '')).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_CONFLICT' },
    });
    expect((await api.signedInAs({ email })).user.id).toBe(users[1]?.id);
  });
});

describe('a link to a deleted address', () => {
  it('a link to a deleted address signs nobody in', async () => {
    const person = await someone();
    const additional = await addresses.addVerified(person);
    const token = await requestToken(where(), additional.address);
    const unusedToken = await requestToken(where(), person.user.email);
    await callExpecting(person.call, 200, { method: 'DELETE', path: `/api/email_addresses/${additional.id}` });
    expect(await use(token)).toMatchObject({ status: 401, body: { code: 'AUTHENTICATION_REQUIRED' } });
    await addresses.add(person, additional.address);
    expect((await use(token)).status).toBe(401);
    expect((await use(unusedToken)).status).toBe(200);
  });

  it('a link to a deleted address verifies nothing', async () => {
    const person = await someone();
    const added = await addresses.add(person);
    const token = await addresses.verification(person, added);
    await callExpecting(person.call, 200, { method: 'DELETE', path: `/api/email_addresses/${added.id}` });
    expect((await addresses.verify(person, token)).status).toBe(401);
  });

  it('signs nobody in after an ADMIN has set another one', async () => {
    const user = await aUser(api);
    const token = await requestToken(where(), user.email);
    const change = { method: 'PATCH', path: `/api/users/${user.id}`, body: { email: anAddress() } } as const;
    await callExpecting(api.admin.call, 200, change);
    expect((await use(token)).status).toBe(401);
  });
});

describe('the addresses of a user', () => {
  it('are limited to 20, however many are verified', async () => {
    const person = await someone();
    for (let count = 1; count < 20; count += 1) {
      const added = await addresses.add(person);
      await addresses.verify(person, await addresses.verification(person, added));
    }
    const body = { address: anAddress() };
    expect(await person.call({ method: 'POST', path: '/api/email_addresses', body })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_DENIED', reason: 'At most 20 EmailAddress records per User' },
    });
    expect((await someone().then((other) => addresses.add(other))).verified).toBe(false);
  });
});

/** The token of the link below a line. */
function linkAfter(text: string, line: string): string {
  const rest = text.slice(text.indexOf(line) + line.length);
  return new URL(
    signInLink({ file: '', id: '', to: [], cc: [], subject: '', text: rest, html: '', attachments: [] }),
  ).hash.slice(1);
}
