import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openMailbox } from '#tests/product/mail.ts';
import { aUser } from './factories.ts';
import { type ApiOperation, fillPath, readOperations } from './operations.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let endpoints: ApiOperation[];
beforeAll(async () => {
  api = await startApi();
  // The sign-in calls are compared in signing-in.test.ts and basic.test.ts, since they change the state themselves.
  endpoints = (await readOperations(api)).filter(({ path }) => !path.startsWith('/api/auth/magic'));
});
afterAll(() => api.close());

/** Values that differ from request to request and reveal nothing. */
const changing = ['date', 'reqId', 'challenge'];

const withoutChanging = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !changing.includes(name)));

/** The responses of every operation to a signed-out client. */
async function everyAnswer(): Promise<Record<string, object>> {
  const answers: Record<string, object> = {};
  for (const { method, path, examples } of endpoints) {
    const request = { method, path: fillPath(path, () => '0'.repeat(24)) };
    const { status, headers, body } = await api.call(examples[0] ? { ...request, body: examples[0] } : request);
    const content = typeof body === 'object' && body !== null && !Array.isArray(body) ? withoutChanging(body) : body;
    answers[`${method} ${path}`] = { status, headers: withoutChanging(Object.fromEntries(headers)), content };
  }
  return answers;
}

/** Blocks the delivery of mail from now on, so that a mail to a known address stays queued. */
async function lockMail(): Promise<void> {
  const folder = join(api.config.dataDir, 'mail');
  // A mail that is sent meanwhile creates the folder again.
  await vi.waitFor(async () => {
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, '', { flag: 'wx' });
  });
}

/** The address of a user whose welcome mail has arrived, so that no mail is pending. */
async function knownAddress(): Promise<string> {
  const address = 'welcomed@example.com';
  const mailbox = await openMailbox(api.config.dataDir, address);
  const { email } = await aUser(api, { email: address });
  await mailbox.next(/^Welcome/);
  return email;
}

const requestLink = (key: string) => api.call({ method: 'POST', path: '/api/auth/magic', body: { key } });

it('readyz returns only its status to an anonymous client', async () => {
  expect((await api.call({ path: '/api/readyz' })).body).toEqual({ status: 'ready' });
});

it('readyz returns the state of database, mail and loops to an ADMIN', async () => {
  expect((await api.admin.call({ path: '/api/readyz' })).body).toEqual({
    status: 'ready',
    database: true,
    data: true,
    mail: { waiting: expect.any(Number), failed: expect.any(Number) },
    loops: expect.any(Array),
  });
});

it('readyz returns only its status to a signed-in user who is no ADMIN', async () => {
  const person = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
  expect((await person.call({ path: '/api/readyz' })).body).toEqual({ status: 'ready' });
});

it.each(['known', 'unknown'])(
  'no call reveals to a stranger that a link to a %s address was requested',
  async (kind) => {
    const address = kind === 'known' ? await knownAddress() : 'nobody@example.com';
    await lockMail();
    const before = await everyAnswer();
    expect((await requestLink(address)).status).toBe(200);
    expect(await everyAnswer()).toEqual(before);
  },
);
