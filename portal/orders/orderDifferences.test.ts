import { describe, expect, it } from 'vitest';
import { readForm } from '#schemas/forms/read-form.ts';
import { orderDifferences } from './orderDifferences.ts';

const widget = { type: 'text_input', id: 'a', meta: { key: 'headline', label: 'Headline' } };
const layout = [{ columns: [{ ratio: 1, widget }] }];
const form = readForm({ version: 1, root: { type: 'container', config: { layout } } });
const order = {
  status: 'DRAFT',
  client: null,
  formData: { headline: 'Old', times: [{ _id: 'x', day: 'Mon' }] },
} as const;
const saved = { ...order, products: [], formData: { ...order.formData, times: [...order.formData.times] } };

describe('what differs between two states of an order', () => {
  it("reads under the form's labels, fields without one under their key", () => {
    const mine = { ...saved, formData: { headline: 'New', times: [] } };
    expect(orderDifferences(form, saved, mine)).toEqual([
      { path: '/formData/headline', label: 'Headline', saved: 'Old', mine: 'New' },
      { path: '/formData/times', label: 'times', saved: 'Mon', mine: '–' },
    ]);
  });

  it('tells that a password differs, and never what it is', () => {
    const pin = { type: 'password_input', id: 'b', meta: { key: 'pin', label: 'PIN' } };
    const row = [{ columns: [{ ratio: 1, widget: pin }] }];
    const secret = readForm({ version: 1, root: { type: 'container', config: { layout: row } } });
    const sides = ['first', 'second'].map((text) => ({ ...saved, formData: { pin: text } }));
    const [theirs = saved, mine = saved] = sides;
    expect(orderDifferences(secret, theirs, mine)).toEqual([
      { path: '/formData/pin', label: 'PIN', saved: '••••••••', mine: '••••••••' },
    ]);
  });

  it('names the status and says nothing of what is the same', () => {
    expect(orderDifferences(form, { ...saved, status: 'PENDING' }, saved)).toEqual([
      { path: '/status', label: 'Status', saved: 'Pending', mine: 'Draft' },
    ]);
    expect(orderDifferences(form, saved, saved)).toEqual([]);
  });
});
