import { type ApiCall, type ApiResponse, type Cookie, callerOf } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { test as base, expect } from './fixtures.ts';

export { expect };

type CreatedRecord = { id: string; revision: number };

type Desk = {
  cookies: Cookie[];
  signedIn: undefined;
  /** Calls the API as another client, independently of the screens. */
  callElsewhere: (call: ApiCall) => Promise<ApiResponse>;
  /** Creates a record through the API. */
  createRecord: (path: string, body: object) => Promise<CreatedRecord>;
};

const administrator = 'admin@example.com';
/**
 * One session for all tests of a worker: only the three newest links of an address are valid, and other tests use it,
 * too.
 */
let sharedCookies: Cookie[] | undefined;

/** Back-office tests with an administrator signed in. */
export const backOfficeTest = base.extend<Desk>({
  cookies: async ({ product }, use) => {
    await expect(async () => {
      sharedCookies ??= await signIn({ call: callerOf(product.url), dataDir: product.dataDir }, administrator);
    }).toPass({ timeout: 60_000 });
    await use(sharedCookies ?? []);
  },
  signedIn: [
    async ({ cookies, context, product }, use) => {
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: product.url })));
      await use(undefined);
    },
    { auto: true },
  ],
  callElsewhere: async ({ cookies, product }, use) => {
    const call = callerOf(product.url);
    await use((request) => call({ cookies, ...request }));
  },
  createRecord: async ({ callElsewhere }, use) =>
    use(async (path, body) => {
      const { status, body: record } = await callElsewhere({ method: 'POST', path: `/api/${path}`, body });
      expect(status, JSON.stringify(record)).toBe(201);
      if (!isCreated(record)) throw new Error(`${path} answered no record: ${JSON.stringify(record)}`);
      return record;
    }),
});

const isCreated = (record: unknown): record is CreatedRecord =>
  typeof record === 'object' && record !== null && 'id' in record && 'revision' in record;
