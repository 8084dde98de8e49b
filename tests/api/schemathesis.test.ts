import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cookie } from '#tests/product/call.ts';
import { type Agency, aDraft, anAgency, aProduct } from './factories.ts';
import { schemathesis } from './schemathesis.ts';
import { type Api, startApi } from './server.ts';
import { type Uploads, uploadsTo } from './uploads.ts';

/** Some three hundred requests, and installing Schemathesis the first time. Milliseconds. */
const patience = 480_000;
const unknownId = '0123456789abcdef01234567';
/** Operations that would end the session of the test. */
const endings = ['signOut', 'endSessions'];

let api: Api;
let uploads: Uploads;
let folder: string;

beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  folder = await mkdtemp(join(tmpdir(), 'portal-schemathesis-'));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

interface Caller {
  cookies: Cookie[];
  without: string[];
  /** The operations to call; all by default. */
  calls?: (operation: Operation) => boolean;
}

/** The callers with all, some and no rights: others use the same code, and each takes half a minute. */
const roles: Record<string, (agency: Agency) => Caller> = {
  'an ADMIN': () => ({ cookies: api.admin.cookies, without: endings }),
  'an AGENCY_USER': ({ user }) => ({ cookies: user.cookies, without: endings }),
  // contract-rights.test.ts verifies that every other call returns 401, whatever is sent.
  'nobody who is signed in': () => ({ cookies: [], without: [], calls: ({ security }) => security?.length === 0 }),
};

describe('property-based requests to the OpenAPI document', () => {
  // Schemathesis and the API wait for each other: concurrently they take half the time.
  it.concurrent.each(Object.entries(roles))(
    'property-based requests to the OpenAPI document by %s get documented responses, and no server error',
    async (_name, as) => {
      const agency = await anAgency(api);
      const { cookies, without: excludedOperations, calls } = as(agency);
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const found = await schemathesis({
        document: await documentOver(await recordsOf(agency), calls),
        url: uploads.url,
        headers: { Origin: api.config.publicUrl, ...(cookie ? { Cookie: cookie } : {}) },
        excludedOperations,
        folder,
      });
      expect(found).toContain('No issues found');
    },
    patience,
  );
});

/** A record for each path parameter: random ids would end every call with 404. */
async function recordsOf(agency: Agency): Promise<Record<string, string>> {
  const [order, product] = [await aDraft(agency), await aProduct(api)];
  const file = await uploads.upload(agency.user);
  const { channel, client, entity, moderator } = agency;
  return {
    channels: channel.id,
    clients: client.id,
    entities: entity.id,
    files: file.id,
    forms: channel.orderFormId,
    orders: order.id,
    products: product.id,
    users: moderator.user.id,
  };
}

/** The document of these operations, with the ids of these records and one unknown id in its paths. */
async function documentOver(records: Record<string, string>, calls: Caller['calls'] = () => true): Promise<object> {
  const { body } = await api.call({ path: '/api/openapi.json' });
  if (!isDocument(body)) throw new Error('No document came');
  const paths = Object.entries(body.paths).map(([path, operations]) => {
    const id = records[path.split('/')[2] ?? ''];
    const parameter = { schema: { type: 'string', enum: [...(id ? [id] : []), unknownId] } };
    const withIds = (operation: Operation) => ({
      ...operation,
      parameters: operation.parameters?.map((each) =>
        each.in === 'path' && each.name !== 'number' ? { ...each, ...parameter } : each,
      ),
    });
    const called = Object.entries(operations).filter(([, each]) => calls(each));
    return [path, Object.fromEntries(called.map(([name, each]) => [name, withIds(each)]))];
  });
  return { ...body, paths: Object.fromEntries(paths) };
}

interface Operation {
  parameters?: { in: string; name: string }[];
  security?: object[];
}

const isDocument = (body: unknown): body is { paths: Record<string, Record<string, Operation>> } =>
  typeof body === 'object' && body !== null && 'paths' in body;
