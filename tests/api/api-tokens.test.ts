import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#api/platform/mongod/start.ts';
import { firstCallExamples } from '#portal/settings/first-call/firstCallExamples.ts';
import type { AuditEntry, User } from '#schemas/generated/types.ts';
import type { ApiCall, Caller } from '#tests/product/call.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { day, freezeClock } from './clock.ts';
import { type Agency, anAgency, aUser, clientFields } from './factories.ts';
import { createApiKey, signatureHeaders } from './message-signatures.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let stranger: Agency;
beforeAll(async () => {
  const port = await freePort();
  api = await startApi({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  await api.app.listen({ host: '127.0.0.1', port });
  agency = await anAgency(api);
  stranger = await anAgency(api);
});
afterAll(() => api.close());

const createToken = (owner: Pick<User, 'id'>, fields: object = {}) =>
  createApiKey(api, owner, { type: 'API_TOKEN', ...fields });

/** A program that sends a token with each request, from another origin and without a session. */
const callerWith =
  (token: string): Caller =>
  ({ headers, ...call }) =>
    api.call({
      ...call,
      headers: { origin: 'https://elsewhere.example', authorization: `Bearer ${token}`, ...headers },
    });

const tokenCaller = async (owner: Pick<User, 'id'>, fields: object = {}) =>
  callerWith((await createToken(owner, fields)).secret);

const me = { path: '/api/users/me' } as const;
const rejected = (reason: RegExp | string) => ({
  status: 401,
  body: {
    code: 'AUTHENTICATION_REQUIRED',
    reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
  },
});
const invalid = 'The token is invalid: it was mistyped or removed, or its user is inactive';
const renaming = () =>
  ({ method: 'PATCH', path: `/api/clients/${agency.client.id}`, body: { industry: 'Retail' } }) as const;
const log = async (query: string) =>
  (await callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, { path: `/api/audit_log?${query}` })).results;

describe('an API token', () => {
  it('acts with the rights of its user, and the audit log names it', async () => {
    const token = await createToken(agency.user.user, { key: 'Price list' });
    const call = callerWith(token.secret);
    expect(await call(me)).toMatchObject({ status: 200, body: { id: agency.user.user.id } });
    expect(await call(renaming())).toMatchObject({ status: 200, body: { industry: 'Retail' } });
    expect(await call({ path: `/api/clients/${stranger.client.id}` })).toMatchObject({ status: 404 });
    expect(await call({ path: '/api/audit_log' })).toMatchObject({ status: 403 });
    expect((await log(`resourceId=${agency.client.id}&action=update`))[0]).toMatchObject({
      user: agency.user.user.id,
      details: { key: 'Price list' },
    });
  });

  it('is returned once, at its creation, and is stored as a hash only', async () => {
    const token = await createToken(agency.user.user);
    const [, id, secret] = /^portal_([0-9a-f]{24})_([\w-]{43})$/.exec(token.secret) ?? [];
    expect(id).toBe(token.id);
    const path = `/api/users/${agency.user.user.id}/auth_providers/${token.id}`;
    const read = await callExpecting<object>(api.admin.call, 200, { path });
    expect(Object.keys(read)).not.toEqual(expect.arrayContaining(['secret']));
    expect(Object.keys(read)).not.toEqual(expect.arrayContaining(['challenge']));
    const stored = await mongoose.connection.collection('users').findOne({ 'authProviders.id': token.id });
    expect(JSON.stringify(stored)).toContain(token.id);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('is limited to reading and to resources like a signing key', async () => {
    const call = await tokenCaller(agency.user.user, { onlyReads: true, resources: ['Client'] });
    expect(await call({ path: renaming().path })).toMatchObject({ status: 200 });
    expect(await call(renaming())).toMatchObject({ status: 403, body: { code: 'MISSING_ABILITY' } });
    expect(await call({ path: '/api/orders' })).toMatchObject({ status: 403, body: { code: 'MISSING_ABILITY' } });
  });

  it('cannot create tokens, change sign-in methods, or impersonate, even that of an administrator', async () => {
    const call = await tokenCaller(api.admin.user);
    const body = { type: 'API_TOKEN', key: 'Another' };
    const attempts: ApiCall[] = [
      { method: 'POST', path: '/api/users/me/auth_providers', body },
      { method: 'POST', path: `/api/users/${agency.user.user.id}/auth_providers`, body },
      { method: 'POST', path: '/api/auth/proxy', body: { userId: agency.user.user.id } },
    ];
    for (const each of attempts) expect([400, 403, 404]).toContain((await call(each)).status);
  });

  it('stops working when it is removed, and while its user is inactive', async () => {
    const owner = await aUser(api, { memberOf: [agency.entity] });
    const token = await createToken(owner);
    const call = callerWith(token.secret);
    const setInactive = (inactive: boolean) =>
      callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/users/${owner.id}`, body: { inactive } });
    expect(await call(me)).toMatchObject({ status: 200 });
    await setInactive(true);
    expect(await call(me)).toMatchObject(rejected(invalid));
    await setInactive(false);
    expect(await call(me)).toMatchObject({ status: 200 });
    const path = `/api/users/${owner.id}/auth_providers/${token.id}`;
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path });
    expect(await call(me)).toMatchObject(rejected(invalid));
  });
});

describe('the lifetime of an API token', () => {
  it('is 90 days by default, or until the given time, after which the error names it', async () => {
    const clock = freezeClock();
    const standard = await createToken(agency.user.user, { key: 'Standard' });
    const short = await createToken(agency.user.user, {
      key: 'Short',
      expires: new Date(Date.now() + 7 * day).toISOString(),
    });
    expect(Date.parse(standard.expires ?? '') - Date.parse(standard.createdAt)).toBe(90 * day);
    clock.pass(7 * day - 1_000);
    expect(await callerWith(short.secret)(me)).toMatchObject({ status: 200 });
    clock.pass(2_000);
    expect(await callerWith(short.secret)(me)).toMatchObject(rejected(/^The token “Short” has expired/));
    expect(await callerWith(standard.secret)(me)).toMatchObject({ status: 200 });
    clock.pass(83 * day);
    expect(await callerWith(standard.secret)(me)).toMatchObject(rejected(/^The token “Standard” has expired/));
  });

  it.each([
    [
      () => ({ type: 'API_TOKEN', expires: new Date(Date.now() - 1_000).toISOString() }),
      '/expires',
      'Must be in the future',
    ],
    [
      () => ({ type: 'API_TOKEN', expires: new Date(Date.now() + 367 * day).toISOString() }),
      '/expires',
      'Must be at most 366 days from now',
    ],
    [() => ({ type: 'API_TOKEN', expires: 'never' }), '/expires', expect.any(String)],
    [
      () => ({ type: 'API_HMAC', expires: new Date(Date.now() + day).toISOString() }),
      '/expires',
      'Only an API token can have this',
    ],
    [
      () => ({ type: 'API_TOKEN', challenge: 'correct horse battery' }),
      '/challenge',
      'Is generated by the server and shown once',
    ],
  ])('rejects a wrong field %#', async (fields, path, message) => {
    const body = { key: 'Odd', ...fields() };
    expect(await agency.user.call({ method: 'POST', path: '/api/users/me/auth_providers', body })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path, message }] } },
    });
  });

  it('does not change the rule that a user’s keys and tokens have different names', async () => {
    const owner = await aUser(api, { memberOf: [agency.entity] });
    await createApiKey(api, owner, { key: 'Nightly' });
    const path = `/api/users/${owner.id}/auth_providers`;
    const body = { type: 'API_TOKEN', key: 'Nightly' };
    expect(await api.admin.call({ method: 'POST', path, body })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: '/key' }] } },
    });
  });
});

describe('a request with a wrong API token', () => {
  it('is rejected with the same error for a known and an unknown token, also on open routes and with a session', async () => {
    const token = await createToken(agency.user.user);
    const other = `${token.secret.slice(0, -3)}xyz`;
    const wrong = [other, `portal_${'0'.repeat(24)}_${token.secret.slice(-43)}`, 'portal_', 'x', '', token.id];
    for (const each of wrong) {
      const headers = { authorization: `Bearer ${each}` };
      for (const answer of [
        await api.call({ ...me, headers }),
        await api.call({ path: '/api/data/config', headers }),
        await api.admin.call({ ...renaming(), headers }),
      ]) {
        expect(answer).toMatchObject(rejected(invalid));
        expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      }
    }
    const [entry] = await log(`resourceId=${agency.user.user.id}&action=signInFailed`);
    expect(entry).toMatchObject({ details: { way: 'key', reason: 'token' } });
    expect(JSON.stringify(entry)).not.toContain(other);
  });

  it('is rejected with the secret of a signing key, and if it is signed as well', async () => {
    const key = await createApiKey(api, agency.user.user);
    expect(await callerWith(`portal_${key.id}_${key.secret}`)(me)).toMatchObject(rejected(invalid));
    const token = await createToken(agency.user.user);
    const headers = signatureHeaders(api.config.publicUrl, { key, ...me });
    expect(await callerWith(token.secret)({ ...me, headers })).toMatchObject(rejected(/not both$/));
  });

  it('keeps its session with another authorization scheme, which a proxy may use', async () => {
    expect(await api.admin.call({ ...me, headers: { authorization: 'Basic eDp5' } })).toMatchObject({ status: 200 });
  });
});

describe('the examples of the page “Your first call”', () => {
  it.each(['curl', 'javascript', 'python'] as const)('list the clients of the token’s user: %s', async (language) => {
    const named = await callExpecting<{ name: string }>(agency.user.call, 201, {
      method: 'POST',
      path: '/api/clients',
      body: clientFields(),
    });
    const { secret } = await createToken(agency.user.user, { onlyReads: true, resources: ['Client'] });
    expect(await run(language, secret)).toContain(named.name);
    expect(await run(language, secret)).not.toContain(stranger.client.name);
    await expect(run(language, 'portal_wrong')).rejects.toThrow(/AUTHENTICATION_REQUIRED/);
  });

  const commands = {
    curl: ['sh', 'first-call.sh'],
    javascript: ['node', 'first-call.mjs'],
    python: ['python3', 'first_call.py'],
  } as const;

  /** Saves an example in a file, runs it, and returns what it prints; throws with its output if it fails. */
  async function run(language: keyof typeof commands, token: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'first-call-'));
    try {
      const [program, file] = commands[language];
      await writeFile(join(folder, file), firstCallExamples(api.config.publicUrl)[language].code);
      const env = { ...process.env, PORTAL_TOKEN: token };
      const { stdout } = await promisify(execFile)(program, [file], { cwd: folder, env }).catch((error) => {
        throw new Error(`${error.stdout}${error.stderr}`);
      });
      return stdout;
    } finally {
      await rm(folder, { recursive: true });
    }
  }
});
