import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fill } from '#schemas/forms/fill.ts';
import { type Agency, aDraft, anAgency } from './factories.ts';
import { cancelation, orderFactories, patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

// Spies on the one function that runs a form's scripts, to count its calls.
vi.mock('#schemas/forms/fill.ts', { spy: true });

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());
beforeEach(() => void fillings());

/** The number of calls since the last count. */
function fillings(): number {
  const { length } = vi.mocked(fill).mock.calls;
  vi.mocked(fill).mockClear();
  return length;
}

it('creating, reading and saving an order each run the form scripts once', async () => {
  const order = await aDraft(agency);
  expect(fillings()).toBe(1);
  await readOrder(agency.user, order);
  expect(fillings()).toBe(1);
  const body = { formData: { headline: 'Better bread' } };
  const changed = await patchOrderOk(agency.user, order, body);
  expect(fillings()).toBe(1);
  await patchOrderOk(agency.user, changed, { ...body, autosave: true });
  expect(fillings()).toBe(1);
  const pending = await patchOrderOk(agency.user, changed, { status: 'PENDING', formData: { headline: 'Best bread' } });
  expect(fillings()).toBe(1);
  const complete = await patchOrderOk(agency.moderator, pending, { status: 'COMPLETE' });
  expect(fillings()).toBe(1);
  await patchOrderOk(agency.user, complete, { status: 'PENDING', changeNotes: 'New', formData: { headline: 'Cake' } });
  expect(fillings()).toBe(1);
});

it('a submission without data and taking back run the form scripts once; a cancelation does not', async () => {
  const pending = await orderFactories(agency).PENDING();
  fillings();
  const draft = await patchOrderOk(agency.moderator, pending, { status: 'DRAFT', reason: 'The logo' });
  expect(fillings()).toBe(1);
  await patchOrderOk(agency.user, draft, { status: 'PENDING' });
  expect(fillings()).toBe(1);
  await patchOrderOk(agency.user, draft, cancelation);
  expect(fillings()).toBe(0);
});
