import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthProvider, EmailAddress, User } from '#schemas/generated/types.ts';
import { openMailbox, signInLink } from '#tests/product/mail.ts';
import { type Agency, anAgency, aUser } from './factories.ts';
import { type Api, expecting, type Person, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const numbers = { last: 0 };
const address = () => {
  numbers.last += 1;
  return `further-${numbers.last}@example.com`;
};
const someone = async () => api.signedInAs(await aUser(api, { memberOf: [agency.entity] }));
const me = ({ call }: Person) => expecting<User>(call, 200, { path: '/api/users/me' });
const add = ({ call }: Person, key = address()) =>
  expecting<EmailAddress>(call, 201, { method: 'POST', path: '/api/email_addresses', body: { address: key } });
const denied = (reason: RegExp) => ({
  status: 400,
  body: { code: 'REQUEST_DENIED', reason: expect.stringMatching(reason) },
});

describe('an e-mail address', () => {
  it('is added to oneself in small letters, unverified, and becomes a way to sign in', async () => {
    const person = await someone();
    const added = await add(person, 'Further.Mail@Example.com');
    expect(added).toMatchObject({ address: 'further.mail@example.com', primary: false, verified: false });
    const { emailAddresses, authProviders } = await me(person);
    expect(emailAddresses).toHaveLength(2);
    expect(authProviders.map(({ type, key }) => [type, key])).toContainEqual(['MAGIC', added.address]);
  });

  it('is verified by signing in with the link that is sent to it, and can be the primary one then', async () => {
    const person = await someone();
    const added = await add(person);
    const primary = { method: 'PATCH', path: `/api/email_addresses/${added.id}`, body: { primary: true } } as const;
    expect(await person.call(primary)).toMatchObject(denied(/Only a verified address/));
    const mailbox = await openMailbox(api.config.dataDir, added.address);
    const verify = { method: 'POST', path: `/api/email_addresses/${added.id}/verify` } as const;
    const sent = await expecting<EmailAddress>(person.call, 200, verify);
    expect(sent.verifySentAt).not.toBeNull();
    const token = new URL(signInLink(await mailbox.next())).hash.slice(1);
    await expecting(api.call, 200, { method: 'POST', path: '/api/auth/magic/verify', body: { token } });
    await expecting(person.call, 200, primary);
    const user = await me(person);
    expect(user.email).toBe(added.address);
    expect(user.emailAddresses.filter((each) => each.primary).map((each) => each.address)).toEqual([added.address]);
    expect(user.emailAddresses.find(({ id }) => id === added.id)).toMatchObject({ verified: true });
  });

  it('of somebody else is taken, by its path', async () => {
    const taken = await add(await someone());
    const answer = await (await someone()).call({
      method: 'POST',
      path: '/api/email_addresses',
      body: { address: taken.address },
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_CONFLICT', details: { resourceType: 'EmailAddress', fields: [{ path: '/address' }] } },
    });
  });

  it('is added once, also by the one who has it', async () => {
    const person = await someone();
    const { address: own } = await add(person);
    const again = await person.call({ method: 'POST', path: '/api/email_addresses', body: { address: own } });
    expect(again).toMatchObject({ status: 409, body: { code: 'RESOURCE_CONFLICT' } });
  });

  it('goes with its way to sign in, but not while it is the primary one', async () => {
    const person = await someone();
    const added = await add(person);
    await expecting(person.call, 200, { method: 'DELETE', path: `/api/email_addresses/${added.id}` });
    const { emailAddresses, authProviders } = await me(person);
    expect(emailAddresses.map(({ address: each }) => each)).not.toContain(added.address);
    expect(authProviders.map(({ key }) => key)).not.toContain(added.address);
    const [primary] = emailAddresses;
    const removal = { method: 'DELETE', path: `/api/email_addresses/${primary?.id}` } as const;
    expect(await person.call(removal)).toMatchObject(denied(/primary address can not be removed/));
  });

  it('needs a sign-in of the last 15 minutes', async () => {
    const person = await someone();
    const earlier = new Date(Date.now() - 16 * 60_000).toISOString();
    const user = new mongoose.Types.ObjectId(person.user.id);
    await mongoose.connection.collection('sessions').updateMany({ user }, { $set: { 'data.signedInAt': earlier } });
    const body = { address: address() };
    expect(await person.call({ method: 'POST', path: '/api/email_addresses', body })).toMatchObject(
      denied(/Sign in again first/),
    );
  });

  it('of somebody of a higher role is not touched', async () => {
    const higher = await aUser(api, { roles: ['ADMIN'], memberOf: [agency.entity] });
    const path = `/api/users/${higher.id}/email_addresses`;
    const answer = await agency.moderator.call({ method: 'POST', path, body: { address: address() } });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'MISSING_PERMISSION', details: { action: 'create', resourceType: 'EmailAddress' } },
    });
  });

  it('of those in the tree is added by their agency admin, and of strangers is not found', async () => {
    const own = await aUser(api, { memberOf: [agency.entity] });
    const path = (user: User) => `/api/users/${user.id}/email_addresses`;
    await expecting(agency.moderator.call, 201, { method: 'POST', path: path(own), body: { address: address() } });
    const stranger = await aUser(api);
    expect((await agency.moderator.call({ path: path(stranger) })).status).toBe(404);
    const [theirs] = stranger.emailAddresses;
    expect((await agency.moderator.call({ method: 'DELETE', path: `/api/email_addresses/${theirs?.id}` })).status).toBe(
      404,
    );
  });
});

describe('a sign-in method', () => {
  const provider = { type: 'BASIC', challenge: 'correct horse battery' };

  it('with a password keeps its hash, and answers nothing of it', async () => {
    const person = await someone();
    const body = { ...provider, key: 'ada' };
    const path = '/api/users/me/auth_providers';
    const made = await expecting<AuthProvider>(person.call, 201, { method: 'POST', path, body });
    expect(made).not.toHaveProperty('challenge');
    expect(JSON.stringify(await me(person))).not.toContain('argon2');
    const user = await mongoose.connection
      .collection('users')
      .findOne({ _id: new mongoose.Types.ObjectId(person.user.id) });
    expect(JSON.stringify(user)).toContain('$argon2id$');
    expect(JSON.stringify(user)).not.toContain(provider.challenge);
    const log = await expecting<object>(api.admin.call, 200, { path: `/api/audit_log?resourceId=${made.id}` });
    expect(JSON.stringify(log)).not.toContain('argon2');
  });

  it.each([
    [{ ...provider, key: 'x', type: 'GOOGLE' }, '/type'],
    [{ ...provider, key: 'x', challenge: 'short' }, '/challenge'],
    [{ type: 'BASIC', key: 'x' }, '/challenge'],
  ])('is not made by hand of %j', async (body, path) => {
    const person = await someone();
    const answer = await person.call({ method: 'POST', path: '/api/users/me/auth_providers', body });
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: [{ path }] } } });
  });

  it('has a name that nobody else has', async () => {
    const body = { ...provider, key: 'grace' };
    const post = { method: 'POST', path: '/api/users/me/auth_providers', body } as const;
    await expecting((await someone()).call, 201, post);
    expect((await (await someone()).call(post)).status).toBe(409);
  });

  it('of an address goes with the address only', async () => {
    const person = await someone();
    const [magic] = (await me(person)).authProviders;
    const path = `/api/users/me/auth_providers/${magic?.id}`;
    expect(await person.call({ method: 'DELETE', path })).toMatchObject(denied(/goes with its e-mail address/));
  });
});
