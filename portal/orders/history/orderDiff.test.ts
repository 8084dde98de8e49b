import { expect, it } from 'vitest';
import { createPatch } from '#schemas/changes/patch.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { OrderVersion } from '#schemas/generated/types.ts';
import { orderWith } from '#tests/editing/order-samples.ts';
import { changeDifferences, waitingChange } from './DiffTable.tsx';

const form = readForm({ version: 1, root: { type: 'container', config: { layout: [] } } });
const spot = { id: 'l1', product: 'radio', key: 'radio_spot' };
const schema = {
  allOf: [
    { properties: { months: { type: 'integer', title: 'Months booked' } } },
    {
      properties: {
        target: { type: 'object', title: 'Target', properties: { zip: { type: 'string', title: 'ZIP code' } } },
      },
    },
  ],
};

const version = (before: object, after: object): OrderVersion => ({
  id: 'v',
  revision: 1,
  createdAt: '',
  updatedAt: '',
  order: 'o',
  orderRevision: 3,
  autosave: false,
  timestamp: '',
  patch: createPatch(after, before),
  extra: { user: 'u', from: 'COMPLETE', to: 'PENDING' },
});

it('changeDifferences lists the changed values of each line, and added and removed lines', () => {
  const was = {
    products: [
      { ...spot, data: { months: 3, target: { zip: '78701' }, note: 'as before' } },
      { id: 'l2', product: 'radio', key: 'banner', data: {} },
    ],
  };
  const now = {
    products: [
      { ...spot, data: { months: 12, target: { zip: '78702' }, note: 'as before', extra_hours: true } },
      { id: 'l3', product: 'radio', key: 'jingle', data: {} },
    ],
  };
  const order = orderWith({ status: 'PENDING', ...now });
  const change = waitingChange(order, [version(orderWith(was), order)]);
  if (!change) throw new Error('The version begins a change');
  const differences = changeDifferences(change, { order, form, schemaOf: () => schema });
  expect(differences.map(({ label, before, after }) => `${label}: ${before} to ${after}`)).toEqual([
    'Banner: Ordered to –',
    'Jingle: – to Ordered',
    'Radio spot › Months booked: 3 to 12',
    'Radio spot › Target › ZIP code: 78701 to 78702',
    'Radio spot › Extra hours: – to Yes',
  ]);
});

it('waitingChange returns null when the version that started the change is not loaded', () => {
  expect(waitingChange(orderWith({}), [])).toBeNull();
});
