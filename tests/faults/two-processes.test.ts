import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadOrCreateSecret } from '#api/platform/config/config.ts';
import { runningDatabaseUri } from '#api/platform/database/running.ts';
import { aDraft, aForm, anAgency, anEntity, aUser } from '#tests/api/factories.ts';
import { createApiKey, signatureHeaders } from '#tests/api/message-signatures.ts';
import { callerOf } from '#tests/product/call.ts';
import { type ApiCallers, callExpecting, callersOf, type SignedInUser } from '#tests/product/callers.ts';
import { memoryOf } from '#tests/product/memory.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';

// Two processes on one database, as behind a load balancer. The other process has cached the data before, and a change
// through the first must count in its very next request (cache invalidation).

let folders: string[];
let first: Product;
let second: Product;
let people: ApiCallers;

beforeAll(async () => {
  folders = [await newDataDir(), await newDataDir()];
  const [dataDir = '', other = ''] = folders;
  const environment = { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000', AUTH_BASIC: 'on' };
  first = await startProduct({ dataDir, environment });
  const shared = { MONGODB_URI: runningDatabaseUri(dataDir) ?? '', SECRET_KEY: loadOrCreateSecret(dataDir) };
  // It sends no mail: that would be in its own folder, where the test does not look for a link.
  second = await startProduct({ dataDir: other, environment: { ...environment, ...shared, JOBS: 'off' } });
  people = await callersOf({ call: callerOf(first.url), dataDir });
});

afterAll(async () => {
  await second.stop();
  await first.stop();
  for (const folder of folders) await removeDataDir(folder);
});

/** The status with which the other process answers this person. */
const elsewhere = async ({ cookies }: SignedInUser, path: string) =>
  (await callerOf(second.url)({ path, cookies })).status;

/** Two signed-in people whom the other process has cached. */
async function twoKnown(fields: Parameters<typeof aUser>[1] = {}): Promise<[SignedInUser, SignedInUser]> {
  const known = async () => {
    const person = await people.signedInAs(await aUser(people, fields));
    expect(await elsewhere(person, '/api/users/me')).toBe(200);
    return person;
  };
  return [await known(), await known()];
}

const change = ({ user }: SignedInUser, body: object) =>
  callExpecting(people.admin.call, 200, { method: 'PATCH', path: `/api/users/${user.id}`, body });

test('each process takes at most 220 MiB before its first request', () => {
  // Measured: 130 to 150; the target is 160. The bound catches a start that reads a whole catalog into memory.
  expect(memoryOf(first.pid)).toBeLessThan(220);
  expect(memoryOf(second.pid)).toBeLessThan(220);
});

describe('a change through one process takes effect at once in the other:', () => {
  test('a granted role counts, and a revoked role no longer does', async () => {
    const [person, stranger] = await twoKnown();
    expect(await elsewhere(person, '/api/forms')).toBe(403);
    await change(person, { roles: ['DEVELOPER'] });
    expect(await elsewhere(person, '/api/forms')).toBe(200);
    expect(await elsewhere(stranger, '/api/forms')).toBe(403);
    await change(person, { roles: [] });
    expect(await elsewhere(person, '/api/forms')).toBe(403);
  });

  test('an ended membership hides that entity', async () => {
    const entity = await anEntity(people);
    const [person, stranger] = await twoKnown({ memberOf: [entity] });
    const path = `/api/entities/${entity.id}`;
    expect(await elsewhere(person, path)).toBe(200);
    await callExpecting(people.admin.call, 200, { method: 'DELETE', path: `${path}/members/${person.user.id}` });
    expect([403, 404]).toContain(await elsewhere(person, path));
    expect(await elsewhere(stranger, path)).toBe(200);
  });

  test('a deactivated user is signed out', async () => {
    const [person, stranger] = await twoKnown();
    await change(person, { inactive: true });
    expect(await elsewhere(person, '/api/users/me')).toBe(401);
    expect(await elsewhere(stranger, '/api/users/me')).toBe(200);
  });

  test("signing out everywhere ends every session of that person, and nobody else's", async () => {
    const [person, stranger] = await twoKnown();
    const again = await people.signedInAs(person.user);
    expect(await elsewhere(again, '/api/users/me')).toBe(200);
    await callExpecting(person.call, 200, { method: 'DELETE', path: '/api/sessions' });
    expect(await elsewhere(person, '/api/users/me')).toBe(401);
    expect(await elsewhere(again, '/api/users/me')).toBe(401);
    expect(await elsewhere(stranger, '/api/users/me')).toBe(200);
  });

  test('signing out ends only that session', async () => {
    const [person] = await twoKnown();
    const again = await people.signedInAs(person.user);
    await callExpecting(person.call, 200, { method: 'POST', path: '/api/auth/logout', body: {} });
    expect(await elsewhere(person, '/api/users/me')).toBe(401);
    expect(await elsewhere(again, '/api/users/me')).toBe(200);
  });

  test('a changed name is returned, whichever call changed it', async () => {
    const [person] = await twoKnown();
    const me = () => callerOf(second.url)({ path: '/api/users/me', cookies: person.cookies });
    await callExpecting(person.call, 200, { method: 'PATCH', path: '/api/users/me', body: { name: 'Ada Byron' } });
    expect((await me()).body).toMatchObject({ name: 'Ada Byron' });
    const address = 'ada.byron@example.com';
    await callExpecting(people.admin.call, 201, {
      method: 'POST',
      path: `/api/users/${person.user.id}/email_addresses`,
      body: { address },
    });
    expect((await me()).body).toMatchObject({ emailAddresses: [{}, { address }] });
  });

  test('a changed client is what the scripts of its orders read', async () => {
    const validationScript = 'if $client.industry == "Mining" { reject "Not for miners" }';
    const headline = { type: 'text_input', meta: { key: 'headline', label: 'Headline', validationScript } };
    const agency = await anAgency(people, { form: await aForm(people, { widgets: [headline] }) });
    const { id } = await aDraft(agency, { formData: { headline: 'Cakes' } });
    const { cookies } = agency.user;
    const read = async () => (await callerOf(second.url)({ path: `/api/orders/${id}`, cookies })).body;
    expect(await read()).toMatchObject({ problems: [] });
    const path = `/api/clients/${agency.client.id}`;
    await callExpecting(people.admin.call, 200, { method: 'PATCH', path, body: { industry: 'Mining' } });
    expect(await read()).toMatchObject({ problems: [{ path: '/formData/headline', message: 'Not for miners' }] });
  });
});

test('wrong passwords are counted across processes', async () => {
  const body = { username: 'nobody@example.com', password: 'wrong horse battery' };
  const statuses = [];
  for (const { url } of [...Array(5).fill(first), ...Array(6).fill(second)])
    statuses.push((await callerOf(url)({ method: 'POST', path: '/api/auth/basic', body })).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('the nonce of a signed request cannot be replayed at the other process', async () => {
  const key = await createApiKey(people, people.admin.user);
  const path = '/api/users/me';
  const signed = ({ url }: Product, nonce: string) =>
    callerOf(url)({ path, headers: signatureHeaders(url, { key, path, nonce }) });
  expect(await signed(first, 'once')).toMatchObject({ status: 200 });
  expect(await signed(second, 'once')).toMatchObject({ status: 401, body: { reason: expect.stringMatching(/nonce/) } });
  expect(await signed(second, 'another')).toMatchObject({ status: 200 });
});
