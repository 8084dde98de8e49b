import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { FormBlock } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { anAgency, aUser, textInput } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let developer: SignedInUser;
beforeAll(async () => {
  api = await startApi();
  developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
});
afterAll(() => api.close());

const path = '/api/form_blocks';
const making = (name: string, ...widgets: object[]) => ({ method: 'POST', path, body: { name, widgets } }) as const;
const make = (name: string) =>
  callExpecting<FormBlock>(developer.call, 201, making(name, textInput('street', 'Street')));
const widgetWith = (key: string, validationScript: string) => ({
  type: 'number_input',
  meta: { key, label: key, validationScript },
});

describe('a block of form widgets', () => {
  it('is shared by all form authors: it can be searched by name, renamed and deleted, with revision checks', async () => {
    const { id } = await make('Address');
    const { results } = await callExpecting<{ results: FormBlock[] }>(api.admin.call, 200, {
      path: `${path}?sort=name`,
    });
    expect(results.map(({ name, widgets }) => ({ name, widgets }))).toEqual([{ name: 'Address', widgets: undefined }]);
    // The OpenAPI document requires no other fields.
    const { components } = await callExpecting<{ components: { schemas: { FormBlock: { required: string[] } } } }>(
      api.call,
      200,
      { path: '/api/openapi.json' },
    );
    for (const name of components.schemas.FormBlock.required)
      expect(results).toEqual([expect.objectContaining({ [name]: expect.anything() })]);
    const at = `${path}/${id}`;
    expect(await callExpecting(api.admin.call, 200, { path: at })).toMatchObject({
      widgets: [{ meta: { key: 'street' } }],
    });
    const firstRevision = { 'if-match': '"1"' };
    const renaming = { method: 'PATCH', path: at, body: { name: 'Place' }, headers: firstRevision } as const;
    expect(await callExpecting(api.admin.call, 200, renaming)).toMatchObject({ name: 'Place', revision: 2 });
    expect((await developer.call({ method: 'DELETE', path: at, headers: firstRevision })).status).toBe(409);
    expect(await developer.call(making('Place', textInput('city', 'City')))).toMatchObject({
      ...{ status: 409, body: { code: 'RESOURCE_CONFLICT', details: { fields: [{ path: '/name' }] } } },
    });
    await callExpecting(developer.call, 200, { method: 'DELETE', path: at });
  });

  it('is forbidden for users who may not change forms', async () => {
    const { id } = await make('Secret');
    const { moderator, user } = await anAgency(api);
    for (const { call } of [moderator, user]) {
      for (const request of [{ path }, { path: `${path}/${id}` }, { method: 'DELETE', path: `${path}/${id}` } as const])
        expect(await call(request)).toMatchObject({ status: 403, body: { code: 'MISSING_ABILITY' } });
      await callExpecting(call, 403, making('Mine', textInput('street', 'Street')));
      await callExpecting(call, 403, { method: 'PATCH', path: `${path}/${id}`, body: { name: 'Mine' } });
    }
  });

  it.each([
    ['an unknown type', [{ type: 'sound' }], '/widgets/0/type', 'sound'],
    ['a duplicate key', [textInput('a', 'A'), textInput('a', 'B')], '/widgets/1/meta/key', 'used at /widgets/0'],
    [
      'a script that reads a variable of another block',
      [widgetWith('a', 'if this > $b { reject }')],
      '/widgets/0/meta/validationScript',
      'Undefined variable: $b',
    ],
    ['too many widgets', Array.from({ length: 51 }, () => textInput('a', 'A')), '/widgets', '50'],
    ['a text that is too long', [textInput('a', 'A'.repeat(66_000))], '/widgets', '65,536 characters'],
  ])('is rejected with the path of %s', async (_, widgets, place, message) => {
    const { status, body } = await developer.call(making('Bad', ...widgets));
    expect(status).toBe(400);
    expect(Object(body).details.fields[0]).toMatchObject({ path: place, message: expect.stringContaining(message) });
  });

  it('is rejected beyond the limit of 200', async () => {
    const there = await storeOf('FormBlock').count({});
    const widgets = [{ type: 'markdown' }];
    await storeOf('FormBlock').insertMany(
      Array.from({ length: 200 - there }, (_, index) => ({ name: `Many ${index}`, widgets })),
    );
    expect(await developer.call(making('One more', textInput('street', 'Street')))).toMatchObject({
      ...{ status: 400, body: { code: 'REQUEST_DENIED', reason: expect.stringContaining('At most 200 blocks') } },
    });
  });
});
