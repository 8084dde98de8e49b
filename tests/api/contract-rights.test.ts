import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Method } from '#tests/product/call.ts';
import { callExpecting, pathOf, type SignedInUser } from '#tests/product/callers.ts';
import { creatableResources, createSample, parentOf, sampleOf } from './contract-resources.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let nobody: SignedInUser;
beforeAll(async () => {
  api = await startApi();
  nobody = await api.signedInAs(await aUser(api));
});
afterAll(() => api.close());

const unknownId = '0123456789abcdef01234567';

describe('without a session', () => {
  it('rejects every call of the OpenAPI document that is not public, whatever the parameters', async () => {
    const { paths } = await callExpecting<Document>(api.call, 200, { path: '/api/openapi.json' });
    const calls = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security }]) => ({ method, path, isOpen: security?.length === 0 })),
    );
    expect(calls.length).toBeGreaterThan(100);
    for (const { method, path, isOpen } of calls.filter((each) => !each.isOpen)) {
      const url = path.replace(/\{\w+\}/g, unknownId);
      const answer = await api.call({ method: methodOf(method), path: url, ...(method === 'get' ? {} : { body: {} }) });
      expect([method, path, isOpen, answer.status]).toEqual([method, path, false, 401]);
    }
  });
});

/** Resources that each signed-in user may create for themselves. */
const everybodys = ['SavedView', 'ReportSchedule'];
describe('a user without any role', () => {
  it.each(creatableResources)('cannot read a %s of other users', async (name) => {
    const { url } = await createSample(api, name);
    expect([403, 404]).toContain((await nobody.call({ path: url })).status);
  });

  it.each(creatableResources.filter((name) => !parentOf(name) && !everybodys.includes(name)))(
    'cannot create a %s, and the error names the missing ability',
    async (name) => {
      const body = await sampleOf(name).body(api);
      expect(await nobody.call({ method: 'POST', path: pathOf(name), body })).toMatchObject({
        status: 403,
        body: {
          code: 'MISSING_ABILITY',
          error: 'Missing permissions',
          reason: `Missing \`create\` ability for \`${name}\``,
          details: { action: 'create', subject: name },
        },
      });
    },
  );

  it.each(creatableResources)('cannot change or delete a %s', async (name) => {
    const { record, url } = await createSample(api, name);
    const { change } = sampleOf(name);
    const changed = await nobody.call({ method: 'PATCH', path: url, body: change });
    expect([403, 404]).toContain(changed.status);
    const { status } = await nobody.call({ method: 'DELETE', path: url });
    expect(status).toBeGreaterThanOrEqual(403);
    // Not the revision: a background job may have changed the record meanwhile.
    const after = await callExpecting(api.admin.call, 200, { path: url });
    for (const field of Object.keys(change))
      expect(Reflect.get(Object(after), field)).toEqual(Reflect.get(record, field));
  });
});

describe('an unknown query parameter', () => {
  it('is rejected by every call of the OpenAPI document', async () => {
    const { paths } = await callExpecting<Document>(api.call, 200, { path: '/api/openapi.json' });
    const violations: unknown[] = [];
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { parameters = [] }] of Object.entries(operations)) {
        const url = `${path.replace(/\{number\}/g, '1').replace(/\{\w+\}/g, unknownId)}?nonsense=1`;
        const { status, body } = await api.admin.call({ method: methodOf(method), path: url });
        // A nested list validates its parameters after it has found the parent record.
        const isList = parameters.some((each) => each.in === 'query');
        if (status !== 400 && !(isList && status === 404)) violations.push([method, path, status, body]);
      }
    expect(violations).toEqual([]);
  });
});

interface Document {
  paths: Record<string, Record<string, { security?: object[]; parameters?: { in: string }[] }>>;
}

function methodOf(method: string): Method {
  const known = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;
  const found = Object.entries(known).find(([name]) => name === method);
  if (!found) throw new Error(`No method ${method}`);
  return found[1];
}
