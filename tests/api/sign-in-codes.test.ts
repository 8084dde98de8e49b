import { afterAll, beforeAll, expect, it } from 'vitest';
import type { User } from '#schemas/generated/types.ts';
import type { Cookie } from '#tests/product/call.ts';
import { openMailbox, signInLink } from '#tests/product/mail.ts';
import { freezeClock, minute } from './clock.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ LINK_LIMIT_ADDRESS: '100', LINK_LIMIT_NETWORK: '1000' });
});
afterAll(() => api.close());

/** Requests a sign-in mail in a new browser, and returns its code and link, and the browser's cookies. */
async function requestMail({ email }: Pick<User, 'email'>) {
  const mailbox = await openMailbox(api.config.dataDir, email);
  const { cookies: browser } = await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: email } });
  const message = await mailbox.next();
  const code = /\b(\d{6})\b/.exec(message.text.replaceAll(/https?:\S+/g, ''))?.[1] ?? '';
  return { code, browser, token: new URL(signInLink(message)).hash.slice(1) };
}

const enter = (code: string, browser: Cookie[] = []) =>
  api.call({ method: 'POST', path: '/api/auth/magic/code', body: { code }, cookies: browser });
const openLink = (token: string) => api.call({ method: 'POST', path: '/api/auth/magic/verify', body: { token } });
/** Another code. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const rejected = {
  status: 401,
  body: { code: 'AUTHENTICATION_REQUIRED', reason: expect.stringMatching(/^This code is wrong/) },
};

it('signs in once, in the browser that requested the mail, and uses up the link', async () => {
  const user = await aUser(api);
  const { code, browser, token } = await requestMail(user);
  expect(code).toMatch(/^\d{6}$/);
  expect(await enter(code)).toMatchObject(rejected);
  const { browser: other } = await requestMail(await aUser(api));
  expect(await enter(code, other)).toMatchObject(rejected);
  const signedIn = await enter(code, browser);
  expect(signedIn).toMatchObject({ status: 200, body: { id: user.id } });
  const { cookies } = signedIn;
  expect(await api.call({ path: '/api/users/me', cookies })).toMatchObject({ status: 200, body: { id: user.id } });
  expect(await enter(code, browser)).toMatchObject(rejected);
  expect((await openLink(token)).status).toBe(401);
});

it('is rejected after five wrong ones, also at the same time, while the link stays valid', async () => {
  const user = await aUser(api);
  const { code, browser, token } = await requestMail(user);
  const answers = await Promise.all(Array.from({ length: 5 }, () => enter(wrong(code), browser)));
  for (const answer of answers) expect(answer).toMatchObject(rejected);
  expect(await enter(code, browser)).toMatchObject(rejected);
  expect(await openLink(token)).toMatchObject({ status: 200, body: { id: user.id } });
});

it('expires after ten minutes', async () => {
  const { code, browser } = await requestMail(await aUser(api));
  freezeClock().pass(11 * minute);
  expect(await enter(code, browser)).toMatchObject(rejected);
});

it('is limited to 20 wrong ones per account and day, after which links still work', async () => {
  const user = await aUser(api);
  let last = await requestMail(user);
  const statuses: number[] = [];
  for (let mail = 0; mail < 5; mail += 1) {
    for (let attempt = 0; attempt < 5; attempt += 1)
      statuses.push((await enter(wrong(last.code), last.browser)).status);
    // Uses up the link, so that the next mail has another one.
    expect((await openLink(last.token)).status).toBe(200);
    last = await requestMail(user);
  }
  // The answer is the same for all of them: another one would reveal that the address is known.
  expect(statuses).toEqual(Array(25).fill(401));
  expect(await enter(last.code, last.browser)).toMatchObject(rejected);
  expect((await openLink(last.token)).status).toBe(200);
  const other = await requestMail(await aUser(api));
  expect((await enter(other.code, other.browser)).status).toBe(200);
});

it('must have six digits, and the answer for an unknown address is the same as for a wrong code', async () => {
  for (const code of ['', '12345', '1234567', '12 345', 'abcdef'])
    expect(await enter(code)).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_SCHEMA_INVALID', errors: { code: 'Must have six digits' } },
    });
  const { cookies } = await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: 'nobody@example.com' } });
  expect(await enter('123456', cookies)).toMatchObject(rejected);
});
