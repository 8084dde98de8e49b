import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Form, FormDraft, FormVersion } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
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

/** A form schema with a budget of at least this value, and a headline that is shown above 100. */
const asking = (least: number) =>
  schemaOf(
    {
      type: 'number_input',
      id: 'budget0000000000',
      meta: {
        key: 'budget',
        label: 'Budget',
        validationScript: `if this < ${least} { reject because "At least $${least}" }`,
      },
    },
    {
      ...textInput('headline', 'Headline'),
      meta: { key: 'headline', label: 'Headline', conditionalScript: '$budget > 100' },
    },
  );

const at = '2026-01-31T09:00:00.000Z';
const sample = (number: number, budget: number, ...expected: object[]) => ({
  id: `example${String(number).padStart(9, '0')}`,
  name: `A budget of ${budget}`,
  at,
  formData: { budget },
  expected,
});
const cheap = sample(
  1,
  20,
  { kind: 'refused', path: '/budget', message: 'At least $50' },
  { kind: 'hidden', path: '/headline' },
);
const dear = sample(2, 80, { kind: 'passes' });

const save = (form: Pick<Form, 'id'>, body: object) =>
  developer.call({ method: 'PATCH', path: `/api/forms/${form.id}`, body });
const mustSave = (form: Pick<Form, 'id'>, body: object) =>
  callExpecting<Form>(developer.call, 200, { method: 'PATCH', path: `/api/forms/${form.id}`, body });
const checking = (form: Pick<Form, 'id'>, body: object) =>
  ({ method: 'POST', path: `/api/forms/${form.id}/examples/check`, body }) as const;

async function withExamples(): Promise<Form> {
  return await mustSave(await aForm(api), { formSchema: asking(50), examples: [cheap, dear] });
}

describe('the example data of a form', () => {
  it('are stored with it and run by the form engine, for the published form or for a draft', async () => {
    const form = await withExamples();
    expect(form.examples).toMatchObject([cheap, dear]);
    const now = await callExpecting<{ examples: object[] }>(developer.call, 200, checking(form, {}));
    expect(now).toMatchObject({
      problems: [],
      warnings: [],
      examples: [{ isPassing: true, failures: [] }, { isPassing: true }],
    });
    const then = await callExpecting(developer.call, 200, checking(form, { formSchema: asking(100) }));
    expect(then).toMatchObject({
      examples: [
        {
          ...{ id: cheap.id, isPassing: false },
          failures: ['Budget should be rejected with “At least $50”, but is rejected with “At least $100”'],
          problems: [{ path: '/budget', label: 'Budget', message: 'At least $100' }],
          hidden: [{ path: '/headline', label: 'Headline' }],
        },
        { isPassing: false, failures: ['It should pass, but is rejected: Budget: At least $100'] },
      ],
    });
    const failing = { ...cheap, formData: { budget: 200 }, expected: [{ kind: 'hidden', path: '/headline' }] };
    expect(await callExpecting(developer.call, 200, checking(form, { examples: [failing] }))).toMatchObject({
      examples: [{ failures: ['Headline should be hidden, but is shown'] }],
    });
  });

  it('block publishing while one fails, unless that is confirmed with a reason, which the version stores', async () => {
    const form = await withExamples();
    const rejected = await save(form, { formSchema: asking(100) });
    expect(rejected).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_DENIED', details: { examples: [{ name: cheap.name }, { name: dear.name }] } },
    });
    expect(Object(rejected.body).reason).toContain('“A budget of 20”, “A budget of 80”');
    expect((await save(form, { formSchema: asking(100), redReason: ' ' })).status).toBe(400);
    const redReason = 'The price list of spring';
    const published = await mustSave(form, { formSchema: asking(100), redReason });
    expect(published).toMatchObject({ version: 3, redExamples: [cheap.name, dear.name] });
    const { results } = await callExpecting<{ results: FormVersion[] }>(developer.call, 200, {
      path: `/api/forms/${form.id}/versions`,
    });
    expect(results[0]).toMatchObject({ number: 3, redReason, redExamples: [cheap.name, dear.name] });
    // The next publish is blocked again, and a version whose examples pass has no reason.
    expect((await save(form, { formSchema: asking(101) })).status).toBe(400);
    const green = await mustSave(form, { formSchema: asking(100 / 2) });
    expect(green).toMatchObject({ version: 4, redExamples: [] });
  });

  it('are part of each version and restored with it; a change of the examples alone creates no version', async () => {
    const form = await withExamples();
    expect(await mustSave(form, { examples: [dear] })).toMatchObject({ version: 2, examples: [{ id: dear.id }] });
    const next = { ...dear, name: 'Another' };
    await mustSave(form, { formSchema: asking(60), examples: [next] });
    const back = await callExpecting<Form>(developer.call, 200, {
      method: 'POST',
      path: `/api/forms/${form.id}/versions/2/publish`,
    });
    expect(back).toMatchObject({ version: 4, examples: [{ name: dear.name }] });
  });

  it('are stored in a draft, which is deleted when both are published', async () => {
    const form = await withExamples();
    const path = `/api/forms/${form.id}/draft`;
    const plainDraft = await callExpecting<FormDraft>(developer.call, 200, {
      method: 'PUT',
      path,
      body: { formSchema: asking(70) },
    });
    expect(plainDraft.examples).toEqual(form.examples);
    const body = { formSchema: asking(70), examples: [dear] };
    const draft = await callExpecting<FormDraft>(developer.call, 200, { method: 'PUT', path, body });
    expect(draft.examples).toEqual([dear]);
    expect(await developer.read('Form', form.id)).toMatchObject({ examples: form.examples });
    await mustSave(form, { formSchema: draft.formSchema, examples: draft.examples });
    await callExpecting(developer.call, 404, { path });
  });

  it('the example data of a form contain no password', async () => {
    const login = schemaOf({
      type: 'password_input',
      meta: { key: 'secret', label: 'Secret' },
      config: { required: true },
    });
    const example = { ...dear, formData: { secret: 'of the client' } };
    const form = await mustSave(await aForm(api), { formSchema: login, examples: [example] });
    expect(form.examples[0]?.formData).toEqual({ secret: '••••••••' });
  });

  it('require the right to change the form, and are rejected if they are invalid', async () => {
    const form = await withExamples();
    const agency = await anAgency(api, { form });
    expect(Object.keys(await agency.user.read('Form', form.id))).not.toContain('examples');
    await callExpecting(agency.moderator.call, 403, checking(form, {}));
    await callExpecting((await anAgency(api)).moderator.call, 404, checking(form, {}));
    for (const examples of [
      [dear, dear],
      [{ ...dear, id: 'short' }],
      [{ ...dear, expected: [] }],
      [{ ...dear, expected: [{ kind: 'hidden' }] }],
      [{ ...dear, expected: [{ kind: 'perhaps' }] }],
      [{ ...dear, formData: { text: 'x'.repeat(300_000) } }],
      Array.from({ length: 51 }, (_, index) => sample(index, index, { kind: 'passes' })),
    ])
      expect(await save(form, { examples })).toMatchObject({ status: 400, body: { code: 'REQUEST_SCHEMA_INVALID' } });
  });

  it('are returned with warnings about probable mistakes, by path', async () => {
    const form = await withExamples();
    const formSchema = schemaOf(
      { type: 'select', meta: { key: 'size' } },
      { type: 'text_input', meta: { key: 'never', label: 'Never', conditionalScript: 'false' }, config: {} },
      { type: 'text_input', meta: { key: 'locked', label: 'Never' }, config: { readonly: true, required: true } },
      { type: 'text_input', meta: { label: 'Without' } },
    );
    const tableColumns = [{ path: 'size' }, { path: 'gone' }];
    const { warnings } = await callExpecting<{ warnings: { path: string; message: string }[] }>(
      developer.call,
      200,
      checking(form, { formSchema, tableColumns }),
    );
    expect(warnings.map(({ message }) => message).toSorted()).toEqual([
      'Another field next to it also has the label “Never”',
      'Never is never shown: its conditional script is always false',
      'Never is required, but cannot be filled in',
      'The table column gone is not a field of the form',
      'Without has no key: nothing can be typed in it',
      'size has no label, which screen readers need',
      'size has no options to choose from',
    ]);
    expect(warnings.map(({ path }) => path)).toContain('/tableColumns/1/path');
    expect(warnings.map(({ path }) => path)).toContain(
      '/formSchema/root/config/layout/0/columns/0/widget/config/options',
    );
  });
});
