import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Client, ProofOfWork } from '#schemas/generated/types.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { propertyKindOf } from '#schemas/resource/kind.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { creatableResources, listUrlOf, sampleOf } from './contract-resources.ts';
import { aClient, aDraft, anAgency, aUser, clientFields } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ AUTH_BASIC: 'on' });
});
afterAll(() => api.close());

/** Invisible characters that spreadsheets, chats and web pages put around pasted texts. */
const pad = (text: string) => `\u200b\t ${text}\u00a0 \ufeff`;

/** A body with padding around each single-line text; `paths` receives the pointer of each. */
function withPadding(value: unknown, property: Property, paths: string[], path = ''): unknown {
  const { items, properties = {} } = property;
  if (Array.isArray(value)) return value.map((each, at) => withPadding(each, items ?? {}, paths, `${path}/${at}`));
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        properties[name] ? withPadding(each, properties[name], paths, `${path}/${name}`) : each,
      ]),
    );
  const isLine =
    typeof value === 'string' &&
    ['text', 'email', 'phone', 'colour', 'date', 'dateTime'].includes(propertyKindOf(property, path));
  if (!isLine || property['x-verbatim']) return value;
  paths.push(path);
  return pad(value);
}

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((inside: unknown, key) => Object(inside)[key], value);

describe.each(creatableResources)('a single-line text in a record of %s', (name) => {
  it('is stored without invisible characters at its ends', async () => {
    const body = await sampleOf(name).body(api);
    const paths: string[] = [];
    const sent = withPadding(body, { properties: schemas[name].properties }, paths);
    const record = await callExpecting<object>(api.admin.call, 201, {
      method: 'POST',
      path: await listUrlOf(api, name),
      body: Object(sent),
    });
    const stored = paths.filter((path) => valueAt(record, path) !== undefined);
    expect(stored.map((path) => valueAt(record, path))).toEqual(stored.map((path) => valueAt(body, path)));
  });
});

describe('a client', () => {
  const path = ({ id }: Client) => `/api/clients/${id}`;

  it('a client that has only invisible characters in a required text is rejected', async () => {
    const body = { ...clientFields(), businessOwner: '\u200b \t', businessAddress: { street: ' ' } };
    expect(await api.admin.call({ method: 'POST', path: '/api/clients', body })).toMatchObject({
      status: 400,
      body: {
        details: {
          fields: expect.arrayContaining([
            { path: '/businessOwner', value: '', message: 'Missing required field: Business owner' },
            { path: '/businessAddress/street', value: '', message: 'Missing required field: Street address' },
          ]),
        },
      },
    });
  });

  it('is changed by PATCH and by PUT to the trimmed text, and only once', async () => {
    const client = await aClient(api);
    const body = { name: pad('Rye Bakery'), email: pad('rye@example.com') };
    const changed = await callExpecting<Client>(api.admin.call, 200, { method: 'PATCH', path: path(client), body });
    expect(changed).toMatchObject({ name: 'Rye Bakery', email: 'rye@example.com', revision: 2 });
    const same = { ...changed, name: pad('Rye Bakery') };
    expect(await api.admin.call({ method: 'PUT', path: path(client), body: same })).toMatchObject({
      status: 200,
      body: { name: 'Rye Bakery', revision: 2 },
    });
    const put = { ...changed, businessAddress: { ...changed.businessAddress, city: pad('Bend') } };
    expect(await api.admin.call({ method: 'PUT', path: path(client), body: put })).toMatchObject({
      status: 200,
      body: { businessAddress: { city: 'Bend' }, revision: 3 },
    });
  });

  it('a client that was stored with padding is unchanged when it is sent back whole, even by users who may not set its number', async () => {
    const { client, user } = await anAgency(api);
    await storeOf('Client').updateMany({ _id: client.id }, { $set: { externalId: ' N-1', name: 'Old name ' } });
    const old = await user.read('Client', client.id);
    expect(await user.call({ method: 'PUT', path: path(client), body: old })).toMatchObject({
      status: 200,
      body: { externalId: ' N-1', name: 'Old name ', revision: old.revision },
    });
    const changes = { externalId: ' N-1', industry: 'Books' };
    expect((await user.call({ method: 'PATCH', path: path(client), body: changes })).status).toBe(200);
  });
});

it('a multi-line text keeps its padding, and form data are left to the form', async () => {
  const agency = await anAgency(api);
  const order = await aDraft(agency, { formData: { headline: 'Bread', note: ' as typed ' } });
  expect(order.formData.note).toBe(' as typed ');
  const proof: ProofOfWork = await api.admin.create('ProofOfWork', {
    ...{ batch: 'Lines', orderId: order.id, name: 'Log', date: pad('2026-01-31T09:30:00Z') },
    notes: '    code\n',
  });
  expect(proof).toMatchObject({ notes: '    code\n', date: '2026-01-31T09:30:00.000Z' });
});

describe('signing in', () => {
  it('signing in trims the address', async () => {
    const { email = '' } = await aUser(api);
    const path = '/api/auth/magic';
    expect(await api.call({ method: 'POST', path, body: { key: pad(email) } })).toMatchObject({ status: 200 });
    expect(await storeOf('OutboxMessage').count({ kind: 'signIn', to: [email] })).toBe(1);
    expect(await api.call({ method: 'POST', path, body: { key: ' \u200b' } })).toMatchObject({ status: 400 });
  });

  it('trims the user name, and uses the password as it was typed', async () => {
    const challenge = '  a long enough password ';
    const { id } = await aUser(api);
    const body = { type: 'BASIC', key: pad('Ada'), challenge };
    await callExpecting(api.admin.call, 201, { method: 'POST', path: `/api/users/${id}/auth_providers`, body });
    const signIn = (password: string) =>
      api.call({ method: 'POST', path: '/api/auth/basic', body: { username: pad('ada'), password } });
    expect((await signIn(challenge)).status).toBe(200);
    expect((await signIn(challenge.trim())).status).toBe(401);
  });
});
