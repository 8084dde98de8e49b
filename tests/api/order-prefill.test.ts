import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Form, Order } from '#schemas/generated/types.ts';
import { type Agency, aClient, aDraft, aForm, anAgency } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { monitorCommandsQuery, type RecordCommands, recordCommands } from './query-recorder.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let watch: RecordCommands;
let form: Form;
let agency: Agency;
let other: Agency;

const fromLast = (type: string, key: string, property = key) => ({
  type,
  meta: { key, label: key },
  config: { emptyUntilAnswered: true, prefill: { from: 'last_order', property } },
});

beforeAll(async () => {
  const database = inject('mongodbUri').replace('/DATABASE', `/test-prefill-${process.pid}`);
  api = await startApi({ MONGODB_URI: `${database}${monitorCommandsQuery}` });
  watch = recordCommands();
  const contact = {
    type: 'container',
    meta: { key: 'contact', label: 'Contact' },
    config: { layout: [{ columns: [{ widget: fromLast('text_input', 'phone', 'contact.phone') }] }] },
  };
  const widgets = [
    ...[fromLast('text_input', 'headline'), fromLast('number_input', 'budget'), contact],
    ...[fromLast('password_input', 'pin'), fromLast('text_input', 'copied_pin', 'pin'), fromLast('file_input', 'logo')],
    fromLast('text_input', 'copied_logo', 'logo'),
  ];
  form = await aForm(api, { widgets });
  agency = await anAgency(api, { form });
  other = await anAgency(api, { form });
});
afterAll(async () => api.close());

const answers = (headline: string) => ({
  ...{ headline, budget: 900, contact: { phone: '503-555-0100' }, pin: '1234' },
});

/** Creates an order with these answers and submits it. */
async function submitted(of: Agency, headline: string, fields: Partial<Order> = {}): Promise<Order> {
  const draft = await aDraft(of, { formData: answers(headline), ...fields });
  return patchOrderOk(of.user, draft, { status: 'PENDING' });
}

const started = (of: Agency, fields: Partial<Order> = {}) => aDraft(of, { formData: {}, ...fields });

it('a new draft begins with the answers of the client’s last submitted order on the form, without passwords and files', async () => {
  expect(await started(agency)).toMatchObject({ lastOrder: null, formData: {} });
  await submitted(agency, 'First');
  const last = await submitted(agency, 'Second');
  await aDraft(agency, { formData: answers('Only a draft') });
  const { formData, lastOrder } = await started(agency);
  expect(formData).toEqual({ headline: 'Second', budget: 900, contact: { phone: '503-555-0100' } });
  expect(lastOrder).toEqual({
    ...{ refCode: last.refCode, submissionDate: last.submissionDate },
    values: { headline: 'Second', budget: 900, contact: { phone: '503-555-0100' } },
  });
  // What a person sends stays.
  expect(await started(agency, { formData: { headline: 'Mine' } })).toMatchObject({ formData: { headline: 'Mine' } });
});

it('the answers of another client, or of an order that the viewer may not read, are never taken over', async () => {
  await submitted(agency, 'Secret of the first agency');
  expect(await started(other)).toMatchObject({ lastOrder: null, formData: {} });
  // An order of the same client in the tree of another agency, as while a client moves.
  const own = await submitted(other, 'Own');
  const foreign = await submitted(other, 'Secret of the first agency');
  await storeOf('Order').updateMany(
    { _id: foreign.id },
    { $set: { treeScope: [agency.entity.id], user: agency.user.user.id } },
  );
  expect((await started(other)).lastOrder).toMatchObject({ refCode: own.refCode, values: { headline: 'Own' } });
  const second = await aClient(api, { below: agency.entity });
  expect(await started(agency, { client: second.id })).toMatchObject({ lastOrder: null, formData: {} });
});

it('choosing the client of a draft finds that client’s last order, and another client’s is forgotten', async () => {
  const client = await aClient(api, { below: agency.entity });
  const last = await submitted(agency, 'Of the chosen one', { client: client.id });
  const draft = await started(agency, { client: null });
  expect(draft.lastOrder).toBeNull();
  const chosen = await patchOrderOk(agency.user, draft, { client: client.id });
  expect(chosen.lastOrder).toMatchObject({ refCode: last.refCode, values: { headline: 'Of the chosen one' } });
  const newcomer = await aClient(api, { below: agency.entity });
  expect(await patchOrderOk(agency.user, chosen, { client: newcomer.id })).toMatchObject({ lastOrder: null });
});

it('creating an order makes one query for it, and none on a form without such a prefill', async () => {
  const plain = await anAgency(api);
  const find = async (of: Agency) => {
    await started(of);
    const commands = await watch(async () => {
      await started(of);
    });
    return commands.filter(({ name, collection }) => name === 'find' && collection === 'orders').length;
  };
  expect([await find(plain), await find(agency)]).toEqual([0, 1]);
});
