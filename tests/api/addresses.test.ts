import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthProvider, User } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type AddressActions, anAddress as address, addressActions } from './email-address-helpers.ts';
import { type Agency, anAgency, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let add: AddressActions['add'];
let verification: AddressActions['verification'];
let verify: AddressActions['verify'];
beforeAll(async () => {
  api = await startApi();
  ({ add, verification, verify } = addressActions(api));
  agency = await anAgency(api);
});
afterAll(() => api.close());

const someone = async () => api.signedInAs(await aUser(api, { memberOf: [agency.entity] }));
const me = ({ call }: SignedInUser) => callExpecting<User>(call, 200, { path: '/api/users/me' });
const denied = (reason: RegExp) => ({
  status: 400,
  body: { code: 'REQUEST_DENIED', reason: expect.stringMatching(reason) },
});

describe('an e-mail address of a user', () => {
  it('is stored in lower case and unverified, and cannot be used to sign in yet', async () => {
    const person = await someone();
    const added = await add(person, 'Further.Mail@Example.com');
    expect(added).toMatchObject({ address: 'further.mail@example.com', primary: false, verified: false });
    const { emailAddresses, authProviders } = await me(person);
    expect(emailAddresses).toHaveLength(2);
    expect(authProviders.map(({ type, key }) => [type, key])).toEqual([['MAGIC', person.user.email]]);
  });

  it('is verified by its own link in a session of its owner, and can then become the primary address', async () => {
    const person = await someone();
    const added = await add(person);
    const primary = { method: 'PATCH', path: `/api/email_addresses/${added.id}`, body: { primary: true } } as const;
    expect(await person.call(primary)).toMatchObject(denied(/Only a verified address/));
    const verified = await verify(person, await verification(person, added));
    expect(verified).toMatchObject({ status: 200, cookies: [], body: { id: person.user.id } });
    await callExpecting(person.call, 200, primary);
    const user = await me(person);
    expect(user.email).toBe(added.address);
    expect(user.emailAddresses.filter((each) => each.primary).map((each) => each.address)).toEqual([added.address]);
    expect(user.emailAddresses.find(({ id }) => id === added.id)).toMatchObject({ verified: true });
    expect(user.authProviders.map(({ key }) => key).toSorted()).toEqual([added.address, person.user.email].toSorted());
    const { results } = await callExpecting<{ results: User[] }>(api.admin.call, 200, {
      path: `/api/users?search=${added.address}`,
    });
    expect(results.map(({ id }) => id)).toEqual([person.user.id]);
  });

  it('cannot be added twice, not even by its owner', async () => {
    const person = await someone();
    const { address: own } = await add(person);
    const again = await person.call({ method: 'POST', path: '/api/email_addresses', body: { address: own } });
    expect(again).toMatchObject({ status: 409, body: { code: 'RESOURCE_CONFLICT' } });
  });

  it('is deleted together with its sign-in method, but not while it is the primary address', async () => {
    const person = await someone();
    const added = await add(person);
    await callExpecting(person.call, 200, { method: 'DELETE', path: `/api/email_addresses/${added.id}` });
    const { emailAddresses, authProviders } = await me(person);
    expect(emailAddresses.map(({ address: each }) => each)).not.toContain(added.address);
    expect(authProviders.map(({ key }) => key)).not.toContain(added.address);
    const [primary] = emailAddresses;
    const removal = { method: 'DELETE', path: `/api/email_addresses/${primary?.id}` } as const;
    expect(await person.call(removal)).toMatchObject(denied(/primary address cannot be removed/));
  });

  it('needs a sign-in within the last 15 minutes to be changed', async () => {
    const person = await someone();
    const earlier = new Date(Date.now() - 16 * 60_000).toISOString();
    const user = new mongoose.Types.ObjectId(person.user.id);
    await mongoose.connection.collection('sessions').updateMany({ user }, { $set: { 'data.signedInAt': earlier } });
    const body = { address: address() };
    expect(await person.call({ method: 'POST', path: '/api/email_addresses', body })).toMatchObject(
      denied(/Sign in again first/),
    );
  });

  it('is not found for other users', async () => {
    const stranger = await aUser(api);
    const path = `/api/users/${stranger.id}/email_addresses`;
    expect((await agency.moderator.call({ path })).status).toBe(404);
    const [theirs] = stranger.emailAddresses;
    const removal = { method: 'DELETE', path: `/api/email_addresses/${theirs?.id}` } as const;
    expect((await agency.moderator.call(removal)).status).toBe(404);
  });
});

describe('a sign-in method', () => {
  const provider = { type: 'BASIC', challenge: 'correct horse battery' };

  it('stores a password as a hash and never returns it', async () => {
    const person = await someone();
    const body = { ...provider, key: 'ada' };
    const path = '/api/users/me/auth_providers';
    const signInMethod = await callExpecting<AuthProvider>(person.call, 201, { method: 'POST', path, body });
    expect(signInMethod).not.toHaveProperty('challenge');
    expect(JSON.stringify(await me(person))).not.toContain('argon2');
    const user = await mongoose.connection
      .collection('users')
      .findOne({ _id: new mongoose.Types.ObjectId(person.user.id) });
    expect(JSON.stringify(user)).toContain('$argon2id$');
    expect(JSON.stringify(user)).not.toContain(provider.challenge);
    const log = await callExpecting<object>(api.admin.call, 200, {
      path: `/api/audit_log?resourceId=${signInMethod.id}`,
    });
    expect(JSON.stringify(log)).not.toContain('argon2');
  });

  it.each([
    [{ ...provider, key: 'x', type: 'GOOGLE' }, '/type'],
    [{ ...provider, key: 'x', challenge: 'short' }, '/challenge'],
    [{ type: 'BASIC', key: 'x' }, '/challenge'],
  ])('cannot be created from %j', async (body, path) => {
    const person = await someone();
    const answer = await person.call({ method: 'POST', path: '/api/users/me/auth_providers', body });
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: [{ path }] } } });
  });

  it('has a unique user name', async () => {
    const body = { ...provider, key: 'grace' };
    const post = { method: 'POST', path: '/api/users/me/auth_providers', body } as const;
    await callExpecting((await someone()).call, 201, post);
    expect((await (await someone()).call(post)).status).toBe(409);
  });

  it('a sign-in method of an e-mail address is deleted only together with the address', async () => {
    const person = await someone();
    const [magic] = (await me(person)).authProviders;
    const path = `/api/users/me/auth_providers/${magic?.id}`;
    expect(await person.call({ method: 'DELETE', path })).toMatchObject(denied(/belongs to an e-mail address/));
  });
});
