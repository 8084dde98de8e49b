import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callExpecting, pathOf } from '#tests/product/callers.ts';
import { aChannel, aClient, anEntity, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const line = 'Must be one line without control characters';
const name = 'Must be one line without control characters and web addresses';
const rejection = (path: string, message: string) => ({
  status: 400,
  body: { code: 'REQUEST_SCHEMA_INVALID', details: { context: 'body', fields: [{ path, message }] } },
});

const makers = {
  User: () => aUser(api),
  Client: () => aClient(api),
  Entity: () => anEntity(api),
  Guild: () => api.admin.create('Guild', { name: 'Merchants' }),
  Channel: async () => aChannel(api, { entity: await anEntity(api) }),
};
const types = ['User', 'Client', 'Entity', 'Guild', 'Channel'] as const;

describe('a name that mails contain', () => {
  it.each(types)('the name of a %s is a single line', async (type) => {
    const { id } = await makers[type]();
    const path = `${pathOf(type)}/${id}`;
    for (const text of ['Ann\nHill', 'Ann\r\nBcc: eve@evil.example', 'Ann\u0007', 'Ann\u2028Hill'])
      expect(await api.admin.call({ method: 'PATCH', path, body: { name: text } })).toMatchObject(
        rejection('/name', type === 'User' ? name : line),
      );
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { name: "O'Neil & Żółć, Inc." } });
  });

  it('the name of a user contains no URL, even if users set it themselves', async () => {
    const person = await api.signedInAs(await aUser(api));
    for (const text of ['Win at http://evil.example', 'www.evil.example', 'Prize: evil.example/win']) {
      expect(await person.call({ method: 'PATCH', path: '/api/users/me', body: { name: text } })).toMatchObject(
        rejection('/name', name),
      );
      const body = { name: text, email: 'made.anew@example.com' };
      expect(await api.admin.call({ method: 'POST', path: '/api/users', body })).toMatchObject(
        rejection('/name', name),
      );
    }
    expect((await api.admin.read('User', person.user.id)).name).toBe(person.user.name);
  });

  it('a name that was stored before this rule can be read and listed, and is unaffected by changes of other fields', async () => {
    const { id } = await aUser(api);
    const stored = 'Ann\nof www.hill.example';
    const users = mongoose.connection.collection('users');
    await users.updateOne({ _id: new mongoose.Types.ObjectId(id) }, { $set: { name: stored } });
    const change = { method: 'PATCH', path: `/api/users/${id}`, body: { inactive: true } } as const;
    await callExpecting(api.admin.call, 200, change);
    expect((await api.admin.read('User', id)).name).toBe(stored);
    const list = await callExpecting<{ results: object[] }>(api.admin.call, 200, { path: '/api/users?inactive=true' });
    expect(list.results).toEqual([expect.objectContaining({ id, name: stored })]);
  });
});

describe('an e-mail address', () => {
  it.each([
    'a,b@example.com',
    'a@example.com,b@example.com',
    'Ann <ann@example.com>',
    '"ann"@example.com',
    'ann@example.com\nBcc: eve@example.com',
  ])('is rejected as %j wherever one is requested', async (address) => {
    const message = 'Please enter a valid e-mail address';
    const post = (path: string, body: object) => api.admin.call({ method: 'POST', path, body });
    expect(await post('/api/auth/magic', { key: address })).toMatchObject(rejection('/key', message));
    expect(await post('/api/email_addresses', { address })).toMatchObject(rejection('/address', message));
    expect(await post('/api/users', { name: 'Ann Hill', email: address })).toMatchObject(rejection('/email', message));
  });

  it('is required as the recipient of a message, unless a role is given', async () => {
    const channel = await aChannel(api, { entity: await anEntity(api) });
    const config = (value: string) => ({
      subject: 'Welcome',
      to: [
        { type: 'variable', value: 'client' },
        { type: 'static', value },
      ],
    });
    const write = (value: string) =>
      api.admin.call({
        method: 'PATCH',
        path: `/api/channels/${channel.id}`,
        body: { onboardingEmail: { enabled: true, config: config(value) } },
      });
    const place = '/onboardingEmail/config/to/1/value';
    expect(await write('ann@example.com,eve@example.com')).toMatchObject(
      rejection(place, 'Please enter a valid e-mail address'),
    );
    expect((await write('ann@example.com')).status).toBe(200);
    const body = { content: 'Hello', ...config('Ann <ann@example.com>') };
    expect(await api.admin.call({ method: 'POST', path: '/api/email_templates', body })).toMatchObject(
      rejection('/to/1/value', 'Please enter a valid e-mail address'),
    );
  });
});
