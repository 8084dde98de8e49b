import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, Form, FormDraft } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { freezeClock, second } from './clock.ts';
import { aForm, anAgency, aUser, textInput } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let developer: SignedInUser;
beforeAll(async () => {
  api = await startApi();
  developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
});
afterAll(() => api.close());

const schemaOf = (...widgets: object[]) => ({
  version: 1,
  root: { type: 'container', config: { layout: widgets.map((widget) => ({ columns: [{ ratio: 1, widget }] })) } },
});
const asking = (label: string) => schemaOf(textInput('wish', label));

const path = ({ id }: Pick<Form, 'id'>) => `/api/forms/${id}/draft`;
const keeping = (form: Form, formSchema: object, headers: Record<string, string> = {}) =>
  ({ method: 'PUT', path: path(form), body: { formSchema }, headers }) as const;
const saveDraft = (form: Form, formSchema: object, headers: Record<string, string> = {}) =>
  callExpecting<FormDraft>(developer.call, 200, keeping(form, formSchema, headers));
const publish = (form: Form, formSchema: object) =>
  callExpecting<Form>(api.admin.call, 200, { method: 'PATCH', path: `/api/forms/${form.id}`, body: { formSchema } });

describe('the draft of a form', () => {
  it('is stored separately from the published form, with its author and the problems that would reject it', async () => {
    const form = await aForm(api);
    await callExpecting(developer.call, 404, { path: path(form) });
    const unfinished = schemaOf({ ...textInput('wish', 'Wish'), meta: { key: 'wish', validationScript: 'reject (' } });
    const draft = await saveDraft(form, unfinished);
    expect(draft).toMatchObject({ form: form.id, basedOn: 1, revision: 1, savedBy: developer.user.id });
    const place = '/root/config/layout/0/columns/0/widget/meta/validationScript';
    expect(draft.problems?.[0]).toEqual({ path: place, message: expect.stringContaining('Bad syntax') });
    expect(await callExpecting(api.admin.call, 200, { path: path(form) })).toEqual(draft);
    expect(await callExpecting(developer.call, 200, { path: `/api/forms/${form.id}` })).toMatchObject({
      formSchema: form.formSchema,
      version: 1,
    });
    await callExpecting(api.admin.call, 400, {
      method: 'PATCH',
      path: `/api/forms/${form.id}`,
      body: { formSchema: unfinished },
    });
  });

  it('is never overwritten with a stale revision', async () => {
    const form = await aForm(api);
    const none = { 'if-none-match': '*' };
    await saveDraft(form, asking('One'), none);
    expect(await api.admin.call(keeping(form, asking('Two'), none))).toMatchObject({
      ...{ status: 409, body: { code: 'RESOURCE_CONFLICT' } },
    });
    await saveDraft(form, asking('Three'), { 'if-match': '"1"' });
    expect((await api.admin.call(keeping(form, asking('Four'), { 'if-match': '"1"' }))).status).toBe(409);
    const discarding = { method: 'DELETE', path: path(form) } as const;
    expect((await api.admin.call({ ...discarding, headers: { 'if-match': '"1"' } })).status).toBe(409);
    await callExpecting(api.admin.call, 200, { ...discarding, headers: { 'if-match': '"2"' } });
    await callExpecting(api.admin.call, 404, discarding);
    expect((await api.admin.call(keeping(form, asking('Five'), { 'if-match': '"2"' }))).status).toBe(409);
  });

  it('is deleted once its content is published, and stays if something else is published', async () => {
    const form = await aForm(api);
    const draft = await saveDraft(form, asking('One'));
    await publish(form, asking('Another'));
    expect(await callExpecting(developer.call, 200, { path: path(form) })).toMatchObject({ basedOn: 1, revision: 1 });
    const published = await publish(form, draft.formSchema);
    expect(published).toMatchObject({ version: 3, formSchema: draft.formSchema });
    await callExpecting(developer.call, 404, { path: path(form) });
  });

  it('is deleted with its form, and each step is in the audit log', async () => {
    const form = await aForm(api);
    const { id } = await saveDraft(form, asking('One'));
    await saveDraft(form, asking('Two'));
    await callExpecting(developer.call, 200, { method: 'PUT', path: `/api/forms/${form.id}/presence` });
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `/api/forms/${form.id}` });
    const entries = await callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, {
      path: `/api/audit_log?resourceId=${id}`,
    });
    expect(entries.results.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
    expect(entries.results[1]).toMatchObject({ resourceType: 'FormDraft', user: developer.user.id });
  });

  it('requires the right to change the form, and is limited in size', async () => {
    const form = await aForm(api);
    const agency = await anAgency(api, { form });
    await saveDraft(form, asking('One'));
    for (const person of [agency.moderator, agency.user]) {
      await callExpecting(person.call, 403, { path: path(form) });
      await callExpecting(person.call, 403, keeping(form, asking('Two')));
      await callExpecting(person.call, 403, { method: 'DELETE', path: path(form) });
    }
    const stranger = await anAgency(api);
    await callExpecting(stranger.moderator.call, 404, { path: path(form) });
    const many = schemaOf(...Array.from({ length: 2_001 }, (_, index) => textInput(`key_${index}`, 'x')));
    expect(await developer.call(keeping(form, many))).toMatchObject({
      ...{ status: 400, body: { details: { fields: [{ path: '/formSchema' }] } } },
    });
    for (const body of [{}, { formSchema: [] }, { formSchema: {}, savedBy: form.id }])
      expect((await developer.call({ method: 'PUT', path: path(form), body })).status).toBe(400);
    await saveDraft(form, {});
  });
});

describe('the presence of users who have a form open', () => {
  type Presence = { others: { id: string }[]; draft: number | null };
  const presence = (form: Form, method: 'PUT' | 'DELETE' = 'PUT') =>
    ({ method, path: `/api/forms/${form.id}/presence` }) as const;

  it('is shown to other form authors until they leave or time out, together with whether there is a draft', async () => {
    const clock = freezeClock();
    const form = await aForm(api);
    const others = async ({ call }: SignedInUser) =>
      (await callExpecting<Presence>(call, 200, presence(form))).others.map(({ id }) => id);
    expect(await callExpecting(developer.call, 200, presence(form))).toEqual({ others: [], draft: null });
    expect(await others(api.admin)).toEqual([developer.user.id]);
    expect(await others(developer)).toHaveLength(1);
    expect(await callExpecting(developer.call, 200, presence(form, 'DELETE'))).toEqual({});
    expect(await others(api.admin)).toEqual([]);
    const { revision } = await saveDraft(form, asking('One'));
    expect(await callExpecting(developer.call, 200, presence(form))).toMatchObject({ draft: revision });
    clock.pass(89 * second);
    expect(await others(api.admin)).toEqual([developer.user.id]);
    clock.pass(2 * second);
    expect(await others(api.admin)).toEqual([]);
    const { moderator } = await anAgency(api, { form });
    await callExpecting(moderator.call, 403, presence(form));
    await callExpecting(moderator.call, 403, presence(form, 'DELETE'));
  });
});
