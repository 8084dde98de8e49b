import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import { widget } from '#tests/forms/form-builders.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { day, freezeClock, longSessions, minute } from './clock.ts';
import { type Agency, aDraft, aForm, anAgency } from './factories.ts';
import { patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi(longSessions);
});
afterAll(() => api.close());

/** A draft on a form of one field, which this script validates, and the messages of its problems on each read. */
async function draftWithRule(validationScript: string) {
  const headline = widget('text_input', 'headline', {}, 'Headline');
  const meta = { ...Object(headline).meta, validationScript };
  const agency = await anAgency(api, { form: await aForm(api, { widgets: [{ ...headline, meta }] }) });
  const order = await aDraft(agency, { formData: { headline: 'Cakes' } });
  const read = async () => messagesOf(await readOrder(agency.user, order));
  return { agency, order, read };
}

const messagesOf = (order: Order & { problems?: object[] }) => order.problems?.map((each) => Object(each).message);

const changeClient = async ({ client }: Agency, body: object) =>
  await callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/clients/${client.id}`, body });

it('finds the problems of an unchanged draft again after its client changed', async () => {
  const { agency, read } = await draftWithRule('if $client.name == "Bakery" { reject "No bakeries" }');
  expect(await read()).toEqual([]);
  expect(await read()).toEqual([]);
  await changeClient(agency, { name: 'Bakery' });
  expect(await read()).toEqual(['No bakeries']);
  await changeClient(agency, { name: 'Butcher' });
  expect(await read()).toEqual([]);
});

it('finds the problems of a draft again after a save', async () => {
  const { agency, order, read } = await draftWithRule('if $headline == "Rolls" { reject "No rolls" }');
  expect(await read()).toEqual([]);
  await patchOrderOk(agency.user, order, { formData: { headline: 'Rolls' } });
  expect(await read()).toEqual(['No rolls']);
});

it('finds the problems of two drafts on one form separately', async () => {
  const { agency, read } = await draftWithRule('if $headline == "Rolls" { reject "No rolls" }');
  const other = await aDraft(agency, { formData: { headline: 'Rolls' } });
  expect(await read()).toEqual([]);
  expect(messagesOf(await readOrder(agency.user, other))).toEqual(['No rolls']);
  expect(await read()).toEqual([]);
});

it.each([
  ['today', 'if today > "2030-01-01":date { reject "Late" }'],
  ['an age', 'if "2000-01-01":date:age > 29 { reject "Late" }'],
  ['working days from today', 'if 1 working day ahead > "2030-01-01":date { reject "Late" }'],
])('finds the problems of a draft again on the next day if a rule reads %s', async (_, rule) => {
  const clock = freezeClock();
  const { read } = await draftWithRule(rule);
  expect(await read()).toEqual([]);
  clock.pass(day * 365 * 5);
  expect(await read()).toEqual(['Late']);
});

it.each([
  ['now', (at: string) => `if now > "${at}":date { reject "Late" }`],
  ['ago', (at: string) => `if 1 minute ago > "${at}":date { reject "Late" }`],
])('finds the problems of a draft on each read if a rule reads %s', async (_, rule) => {
  const clock = freezeClock();
  const at = new Date(clock.now().getTime() + 10 * minute).toISOString();
  const { read } = await draftWithRule(rule(at));
  expect(await read()).toEqual([]);
  clock.pass(12 * minute);
  expect(await read()).toEqual(['Late']);
});
