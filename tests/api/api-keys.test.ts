import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, Client } from '#schemas/generated/types.ts';
import type { ApiCall } from '#tests/product/call.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { freezeClock, minute, second } from './clock.ts';
import { type Agency, anAgency, aUser, clientFields } from './factories.ts';
import {
  type ApiKeyWithSecret,
  createApiKey,
  type SignatureDeviation,
  signatureHeaders,
  signingCaller,
} from './message-signatures.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let key: ApiKeyWithSecret;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
  key = await createApiKey(api, agency.user.user);
});
afterAll(() => api.close());

const renaming = (): ApiCall & { body: object } => ({
  method: 'PATCH',
  path: `/api/clients/${agency.client.id}`,
  body: { industry: 'Retail' },
});

/** A signed request with one deviation. */
const sendOdd = (oddity: SignatureDeviation & { call?: ApiCall } = {}) => {
  const { call = renaming(), ...how } = oddity;
  return api.call({ ...call, headers: signatureHeaders(api.config.publicUrl, { key, ...call, ...how }) });
};

const rejectedWith = (reason: RegExp | string) => ({
  status: 401,
  body: {
    code: 'AUTHENTICATION_REQUIRED',
    reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
  },
});
const strange = 'The signature is invalid: wrong secret, modified request or unknown key';

const log = async (filter: string) =>
  (await callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, { path: `/api/audit_log?${filter}` })).results;

describe('the API key of a machine', () => {
  it('acts with the rights of its user from any origin, without a session', async () => {
    const machine = signingCaller(api, key);
    expect(await machine({ path: '/api/users/me' })).toMatchObject({ status: 200, body: { id: agency.user.user.id } });
    const body = { ...clientFields(), name: 'Made by a machine' };
    const client = await callExpecting<Client>(machine, 201, { method: 'POST', path: '/api/clients', body });
    expect(await machine({ path: `/api/clients?search=made` })).toMatchObject({
      body: { results: [{ id: client.id }] },
    });
    expect(await machine({ path: '/api/jobs' })).toMatchObject({ status: 403 });
    const [entry] = await log(`resourceId=${client.id}`);
    expect(entry).toMatchObject({ actor: agency.user.user.id, details: { key: key.key } });
  });

  it('returns its secret once, stores it encrypted, and is logged when it is created and deleted', async () => {
    const owner = await api.signedInAs(await aUser(api));
    const path = '/api/users/me/auth_providers';
    const body = { type: 'API_HMAC', key: 'Nightly import' };
    const newKey = await callExpecting<ApiKeyWithSecret>(owner.call, 201, { method: 'POST', path, body });
    expect(newKey.secret).toMatch(/^[\w-]{43}$/);
    const responses = JSON.stringify([
      (await owner.call({ path })).body,
      (await owner.call({ path: '/api/users/me' })).body,
      (await api.admin.call({ path: `/api/users/${owner.user.id}` })).body,
      await mongoose.connection.collection('users').findOne({ email: owner.user.email }),
    ]);
    expect(responses).toContain('Nightly import');
    expect(responses).not.toContain(newKey.secret);
    expect(await owner.call({ method: 'POST', path, body })).toMatchObject({
      status: 400,
      body: { errors: { key: 'There already is one with this name' } },
    });
    const change = { method: 'PATCH', path: `${path}/${newKey.id}` } as const;
    expect(await owner.call({ ...change, body: { onlyReads: true } })).toMatchObject({ status: 400 });
    expect(await owner.call({ ...change, body: { challenge: 'a secret of my own' } })).toMatchObject({ status: 400 });
    await callExpecting(owner.call, 200, { method: 'DELETE', path: `${path}/${newKey.id}` });
    const entries = await log(`resourceId=${newKey.id}`);
    expect(entries).toMatchObject([
      { kind: 'waysIn', action: 'delete', actor: owner.user.id },
      { kind: 'waysIn', action: 'create', actor: owner.user.id },
    ]);
    expect(JSON.stringify(entries)).not.toContain(newKey.secret);
  });

  it('can only be created in person, after a sign-in within the last 15 minutes', async () => {
    const owner = await api.signedInAs(await aUser(api));
    const clock = freezeClock();
    const add = () =>
      ({
        method: 'POST',
        path: `/api/users/${owner.user.id}/auth_providers`,
        body: { type: 'API_HMAC', key: 'Late' },
      }) as const;
    const theirs = await createApiKey(api, owner.user);
    for (const call of [
      add(),
      { method: 'DELETE', path: `/api/users/me/auth_providers/${theirs.id}` } as const,
      { method: 'POST', path: '/api/email_addresses', body: { address: 'late@example.com' } } as const,
      { method: 'DELETE', path: '/api/sessions' } as const,
    ])
      expect(await signingCaller(api, theirs)(call)).toMatchObject({
        status: 400,
        body: { code: 'REQUEST_DENIED', reason: expect.stringMatching(/requires a signed-in user/) },
      });
    clock.pass(16 * minute);
    for (const person of [owner, api.admin])
      expect(await person.call(add())).toMatchObject({ status: 400, body: { details: { needs: 'RECENT_SIGN_IN' } } });
  });

  it('stops working when its user is deactivated, and when it is deleted', async () => {
    const owner = await aUser(api);
    const machine = signingCaller(api, await createApiKey(api, owner));
    expect(await machine({ path: '/api/users/me' })).toMatchObject({ status: 200 });
    const inactive = (is: boolean) =>
      callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/users/${owner.id}`, body: { inactive: is } });
    await inactive(true);
    expect(await machine({ path: '/api/users/me' })).toMatchObject(rejectedWith(strange));
    expect((await log(`resourceId=${owner.id}&action=signInFailed`))[0]).toMatchObject({
      details: { way: 'key', reason: 'inactive' },
    });
    await inactive(false);
    const other = await createApiKey(api, owner);
    const path = `/api/users/${owner.id}/auth_providers/${other.id}`;
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path });
    expect(await signingCaller(api, other)({ path: '/api/users/me' })).toMatchObject(rejectedWith(strange));
  });
});

describe('an HTTP message signature is rejected', () => {
  const oddities: [string, () => SignatureDeviation & { call?: ApiCall }, RegExp | string][] = [
    ['with another secret', () => ({ secret: 'another' }), strange],
    ['with an unknown key id', () => ({ keyid: '0'.repeat(24) }), strange],
    ['with the id of another record', () => ({ keyid: agency.client.id }), strange],
    ['with a name as the key id', () => ({ keyid: 'admin' }), strange],
    ['for another method', () => ({ signedRequest: { method: 'PUT' } }), strange],
    ['for another path', () => ({ signedRequest: { path: '/api/clients' } }), strange],
    ['for another query', () => ({ signedRequest: { path: `${renaming().path}?populate=` } }), strange],
    ['for another body', () => ({ signedRequest: { body: { industry: 'Food' } } }), /^The body does not match/],
    [
      'that does not cover the method',
      () => ({ covers: ['@target-uri', 'content-type', 'content-digest'] }),
      /must cover @method$/,
    ],
    [
      'that does not cover the target',
      () => ({ covers: ['@method', 'content-type', 'content-digest'] }),
      /must cover @target-uri$/,
    ],
    [
      'that does not cover the body',
      () => ({ covers: ['@method', '@target-uri'] }),
      /must cover content-digest and content-type$/,
    ],
    [
      'that covers a missing header',
      () => ({ covers: ['@method', '@target-uri', 'content-type', 'content-digest', 'x-no'] }),
      /covers x-no/,
    ],
    ['301 seconds old', () => ({ created: -301 }), /more than 300 seconds from the server time/],
    ['301 seconds ahead', () => ({ created: 301 }), /more than 300 seconds from the server time/],
    ['without a time', () => ({ parameters: `;keyid="${key.id}";nonce="n"` }), /parameter created/],
    ['without a key', () => ({ parameters: ';created=1;nonce="n"' }), /parameter keyid/],
    ['without a nonce', () => ({ parameters: `;created=1;keyid="${key.id}"` }), /parameter nonce/],
    [
      'with another algorithm',
      () => ({ parameters: `;created=1;keyid="${key.id}";nonce="n";alg="rsa-v1_5-sha256"` }),
      /alg/,
    ],
  ];

  it.each(oddities)('%s', async (_what, oddity, reason) => {
    freezeClock();
    const before = await api.admin.read('Client', agency.client.id);
    expect(await sendOdd(oddity())).toMatchObject(rejectedWith(reason));
    expect(await api.admin.read('Client', agency.client.id)).toEqual(before);
  });

  it.each([299, -299])('an HTTP message signature is rejected unless it is %d seconds from now', async (created) => {
    freezeClock();
    expect(await sendOdd({ created })).toMatchObject({ status: 200 });
  });

  it('an HTTP message signature is rejected when it is replayed, also after other signatures and before it expires', async () => {
    const clock = freezeClock();
    const call = renaming();
    const headers = signatureHeaders(api.config.publicUrl, { key, created: 299, ...call });
    expect(await api.call({ ...call, headers })).toMatchObject({ status: 200 });
    expect(await api.call({ ...call, headers })).toMatchObject(rejectedWith(/^The nonce has already been used/));
    clock.pass(598 * second);
    expect(await api.call({ ...call, headers })).toMatchObject(rejectedWith(/^The nonce has already been used/));
    clock.pass(2 * second);
    expect(await api.call({ ...call, headers })).toMatchObject(rejectedWith(/more than 300 seconds/));
  });

  it('nineteen times when it is sent twenty times concurrently', async () => {
    const headers = signatureHeaders(api.config.publicUrl, { key, path: '/api/users/me' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.call({ path: '/api/users/me', headers })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  it('an HTTP message signature may reuse a nonce of another key', async () => {
    const other = await createApiKey(api, agency.user.user);
    for (const each of [key, other])
      expect(
        await sendOdd({ call: { path: '/api/users/me' }, keyid: each.id, secret: each.secret, nonce: 'same' }),
      ).toMatchObject({ status: 200 });
  });

  it.each<[string, (headers: Record<string, string>) => Record<string, string>]>([
    ['without Signature', ({ signature: _, ...rest }) => rest],
    ['without Signature-Input', ({ 'signature-input': _, ...rest }) => rest],
    ['without Content-Digest', ({ 'content-digest': _, ...rest }) => rest],
    ['with an unsupported digest', (headers) => ({ ...headers, 'content-digest': 'md5=:aGk=:' })],
    ['with a malformed structured field', (headers) => ({ ...headers, 'signature-input': 'sig=(("' })],
    ['under another label', (headers) => ({ ...headers, signature: headers.signature?.replace('sig', 'other') ?? '' })],
  ])('%s, even with a valid session', async (_what, broken) => {
    const call = renaming();
    const headers = broken(signatureHeaders(api.config.publicUrl, { key, ...call }));
    expect(await api.admin.call({ ...call, headers })).toMatchObject(rejectedWith(/./));
  });

  it('an HTTP message signature is rejected with the same error for a known and an unknown key, which the log stores as a keyed hash', async () => {
    const before = (await log('action=signInFailed')).length;
    const [known, unknown] = [await sendOdd({ secret: 'x' }), await sendOdd({ keyid: 'f'.repeat(24) })];
    const errorOf = ({ body }: typeof known) => ({ ...Object(body), reqId: null });
    expect(errorOf(known)).toEqual(errorOf(unknown));
    const entries = await log('action=signInFailed');
    expect(entries.length).toBe(before + 2);
    expect(entries[0]).not.toHaveProperty('resourceId');
    expect(entries[1]).toMatchObject({ resourceId: agency.user.user.id, details: { way: 'key', reason: 'signature' } });
    expect(JSON.stringify(entries)).not.toContain('f'.repeat(24));
  });
});

describe('a file upload of a machine', () => {
  const bytes = (text: string) =>
    `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${text}\r\n--b--\r\n`;
  const headers = (signed: string) => ({
    'content-type': 'multipart/form-data; boundary=b',
    ...signatureHeaders(api.config.publicUrl, {
      ...{ method: 'POST', path: '/api/files' },
      key,
      bytes: signed,
      type: 'multipart/form-data; boundary=b',
    }),
  });
  const send = (signed: string, sent: string) =>
    api.call({ method: 'POST', path: '/api/files', body: bytes(sent), headers: headers(bytes(signed)) });
  const countFiles = async () =>
    (await callExpecting<{ pagination: { total: number } }>(api.admin.call, 200, { path: '/api/files' })).pagination
      .total;

  it('is stored, and rejected if it differs from the signed file', async () => {
    const before = await countFiles();
    const long = 'Words '.repeat(50_000);
    expect(await send(long, long)).toMatchObject({ status: 201, body: { name: 'a.txt' } });
    expect(await send(long, long.replace(/.$/, '!'))).toMatchObject(rejectedWith(/^The body does not match/));
    expect(await countFiles()).toBe(before + 1);
  });
});
