import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccessRule, Product } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, anAgency, aProduct } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const rules = ({ id }: Product) => `/api/products/${id}/access_rules`;
const sees = async ({ id }: Product) => (await agency.user.call({ path: `/api/products/${id}` })).status === 200;

it('an access rule grants a product at once, its change revokes the product, and its removal restores the availability', async () => {
  const product = await aProduct(api, { availability: 'CONTROLLED' });
  expect(await sees(product)).toBe(false);
  const body = { refType: 'entity', refId: agency.entity.id, rule: 'grant' };
  const rule = await callExpecting<AccessRule>(api.admin.call, 201, { method: 'POST', path: rules(product), body });
  expect(await sees(product)).toBe(true);
  const path = `${rules(product)}/${rule.id}`;
  await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { rule: 'revoke' } });
  expect(await sees(product)).toBe(false);
  const open = await aProduct(api);
  const against = { refType: 'user', refId: agency.user.user.id, rule: 'revoke' };
  const own = await callExpecting<AccessRule>(api.admin.call, 201, {
    method: 'POST',
    path: rules(open),
    body: against,
  });
  expect(await sees(open)).toBe(false);
  await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `${rules(open)}/${own.id}` });
  expect(await sees(open)).toBe(true);
});

it('rejects an access rule whose user or entity does not exist', async () => {
  const product = await aProduct(api);
  const body = { refType: 'user', refId: agency.entity.id, rule: 'grant' };
  expect(await api.admin.call({ method: 'POST', path: rules(product), body })).toMatchObject({
    status: 422,
    body: { details: { errors: [{ path: '/refId', message: 'No User has this id' }] } },
  });
});

it('hides access rules from the users that they apply to', async () => {
  const product = await aProduct(api);
  expect(await agency.moderator.call({ path: rules(product) })).toMatchObject({
    status: 403,
    body: { code: 'MISSING_ABILITY', details: { action: 'read', subject: 'AccessRule' } },
  });
  expect((await agency.user.call({ path: `/api/products/${product.id}` })).body).not.toHaveProperty('accessRules');
});
