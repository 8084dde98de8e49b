import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Form } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency, textInput } from './factories.ts';
import { type OrderResponse, orderFactories, patchOrderOk, readOrder, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let stranger: Agency;

const secret = { type: 'password_input', meta: { key: 'secret', label: 'Password' } };

beforeAll(async () => {
  api = await startApi();
  const form = await aForm(api, { widgets: [textInput('headline', 'Headline'), secret] });
  agency = await anAgency(api, { form });
  stranger = await anAgency(api);
});
afterAll(() => api.close());

const restoring = ({ id }: { id: string }, number: number, headers: Record<string, string> = {}) =>
  ({ method: 'POST', path: `/api/orders/${id}/versions/${number}/restore`, headers }) as const;

it('restoring an earlier version creates a new version including passwords, and keeps the status', async () => {
  const draft = await aDraft(agency, { formData: { headline: 'First', secret: 'open sesame' } });
  const second = await patchOrderOk(agency.user, draft, {
    formData: { headline: 'Second', secret: 'another' },
    client: null,
  });
  const restored = await callExpecting<OrderResponse>(agency.user.call, 200, restoring(draft, draft.revision));
  expect(restored).toMatchObject({
    revision: second.revision + 1,
    status: 'DRAFT',
    client: draft.client,
    formData: { headline: 'First', secret: 'open sesame' },
  });
  const { results } = await versionsOf(api, draft);
  expect(results[0]).toMatchObject({
    orderRevision: restored.revision,
    extra: { user: agency.user.user.id, restored: draft.revision },
  });
  expect(results).toHaveLength(2);
});

it('restoring is rejected where a save would be: for other agencies, in a read-only status, and for a stale or unknown revision', async () => {
  const complete = await orderFactories(agency).COMPLETE();
  expect((await stranger.moderator.call(restoring(complete, 1))).status).toBe(404);
  expect(await agency.moderator.call(restoring(complete, 1))).toMatchObject({ status: 200 });
  const changed = await aDraft(agency, { formData: { headline: 'One' } });
  await patchOrderOk(agency.user, changed, { formData: { headline: 'Two' }, status: 'PENDING' });
  expect((await agency.user.call(restoring(changed, 1))).body).toMatchObject({ code: 'MISSING_PERMISSION' });
  expect((await agency.moderator.call(restoring(changed, 1, { 'if-match': '"1"' }))).body).toMatchObject({
    code: 'RESOURCE_CONFLICT',
  });
  expect((await agency.moderator.call(restoring(changed, 99))).body).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  expect((await readOrder(agency.user, changed)).formData).toMatchObject({ headline: 'Two' });
});

it('the form of an earlier revision is the version that it was filled in with', async () => {
  const draft = await aDraft(agency, { formData: { headline: 'One' } });
  const path = `/api/orders/${draft.id}/form`;
  const form = await callExpecting<Form>(agency.user.call, 200, { path: `${path}?revision=1` });
  expect(form).toMatchObject({ id: draft.form, version: draft.formVersion });
  expect((await agency.user.call({ path: `${path}?revision=none` })).status).toBe(400);
  expect((await agency.user.call({ path: `${path}?revision=9` })).status).toBe(404);
  expect((await stranger.user.call({ path: `${path}?revision=1` })).status).toBe(404);
});
