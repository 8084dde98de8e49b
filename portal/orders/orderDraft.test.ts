import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Client, Form } from '#schemas/generated/types.ts';
import { anOrder } from '#tests/editing/shownOrder.ts';
import type { ShownOrder } from '../api/queries.ts';
import { createOrderDraft } from './orderDraft.ts';

const input = (key: string) => ({ ratio: 1, widget: { type: 'text_input', id: key, meta: { key, label: key } } });
const formSchema = {
  version: 1,
  root: { type: 'container', config: { layout: [{ columns: [input('headline'), input('note')] }] } },
};
const form: Form = {
  id: 'f',
  revision: 1,
  version: 1,
  createdAt: '',
  updatedAt: '',
  name: 'Form',
  formSchema,
  tableColumns: [],
  offeredIn: [],
  offeredBy: [],
  note: '',
};
const order = anOrder({ formData: { headline: 'Old', note: 'Old' } });
const rye: Client = {
  id: 'rye',
  revision: 1,
  createdAt: '',
  updatedAt: '',
  name: 'Rye & Co',
  businessOwner: '',
  businessName: '',
  businessAddress: { street: '', city: '', state: '', zip: '' },
  website: '',
  phoneNumber: '',
  industry: '',
  treeScope: [],
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(isReadOnly = false) {
  const draft = createOrderDraft({ order, form, channel: { id: 'ch', name: 'Web' }, isReadOnly, read: readForm });
  draft.watch(() => {});
  const type = (values: object) => {
    const store = draft.form();
    for (const [key, value] of Object.entries(values)) {
      const widget = store.form.scope.owners.get(key);
      if (widget) store.set(widget, store.top(), value);
    }
    vi.advanceTimersByTime(100);
  };
  return { draft, type };
}

describe('what is filled in of an order', () => {
  it('is unsaved as far as it differs, a moment after it was typed', () => {
    const { draft, type } = open();
    expect([draft.isDirty(), draft.unsaved()]).toEqual([false, undefined]);
    type({ headline: 'Mine' });
    expect(draft.isDirty()).toBe(true);
    expect(draft.unsaved()).toEqual({ formData: { headline: 'Mine', note: 'Old' } });
    draft.chooseClient(rye);
    expect(draft.unsaved()).toMatchObject({ client: 'rye' });
    type({ headline: 'Old' });
    draft.chooseClient(null);
    expect(draft.isDirty()).toBe(false);
  });

  it('keeps what was typed and chosen after a save was sent', () => {
    const { draft, type } = open();
    type({ headline: 'Sent' });
    const sent = { formData: draft.form().values() };
    type({ headline: 'Later' });
    draft.chooseClient(rye);
    draft.settle(sent, { ...order, revision: 2, formData: { headline: 'SENT', note: 'Old' } });
    expect(draft.form().values().headline).toBe('Later');
    expect(draft.unsaved()).toMatchObject({ client: 'rye', formData: { headline: 'Later' } });
  });

  it('takes what the server made of it where nothing was typed since', () => {
    const { draft, type } = open();
    type({ headline: 'sent' });
    draft.settle({ formData: draft.form().values() }, { ...order, formData: { headline: 'SENT', note: 'Old' } });
    expect(draft.form().values().headline).toBe('SENT');
    expect(draft.isDirty()).toBe(false);
  });

  it('overlaps with what changed the same field or the client to something else, and with nothing more', () => {
    const { draft, type } = open();
    type({ headline: 'Mine' });
    const theirs = (change: Partial<ShownOrder>) => ({ ...order, revision: 2, ...change });
    expect(draft.overlaps(theirs({ formData: { headline: 'Theirs', note: 'Old' } }))).toBe(true);
    expect(draft.overlaps(theirs({ formData: { headline: 'Mine', note: 'Theirs' } }))).toBe(false);
    expect(draft.overlaps(theirs({ client: 'other' }))).toBe(false);
    draft.chooseClient(rye);
    expect(draft.overlaps(theirs({ client: 'other' }))).toBe(true);
    expect(draft.overlaps(theirs({ client: 'rye' }))).toBe(false);
  });

  it('follows another’s order with all of one’s own on top, some of it, or none', () => {
    const theirs = { ...order, revision: 2, client: 'other', formData: { headline: 'Theirs', note: 'Theirs' } };
    const followed = (mine: readonly string[] | 'all') => {
      const { draft, type } = open();
      type({ headline: 'Mine' });
      draft.chooseClient(rye);
      draft.follow(theirs, mine);
      return { ...draft.form().values(), client: draft.client() };
    };
    expect(followed('all')).toEqual({ headline: 'Mine', note: 'Theirs', client: rye });
    expect(followed(['/formData/headline'])).toEqual({ headline: 'Mine', note: 'Theirs', client: 'other' });
    expect(followed(['/client'])).toEqual({ headline: 'Theirs', note: 'Theirs', client: rye });
    expect(followed([])).toEqual({ headline: 'Theirs', note: 'Theirs', client: 'other' });
  });

  it('merges rows and fields inside of one value with what another changed beside them', () => {
    const spots = (first: number, second: number) => [
      { _id: 'a', price: first },
      { _id: 'b', price: second },
    ];
    const { draft } = open();
    draft.takeChanges({ spots: { mine: spots(1, 1) } }, ['/formData/spots']);
    draft.settle(
      { formData: draft.form().values() },
      { ...order, formData: { ...order.formData, spots: spots(1, 1) } },
    );
    draft.takeChanges({ spots: { before: spots(1, 1), mine: spots(5, 1) } }, ['/formData/spots/a/price']);
    const theirs = (second: number) => ({
      ...order,
      revision: 2,
      formData: { ...order.formData, spots: spots(1, second) },
    });
    expect(draft.overlaps(theirs(7))).toBe(false);
    expect(draft.overlaps({ ...order, formData: { ...order.formData, spots: spots(9, 1) } })).toBe(true);
    draft.follow(theirs(7), 'all');
    expect(draft.form().values().spots).toEqual(spots(5, 7));
  });

  it('is opened anew to be read once its state allows no changes', () => {
    const { draft } = open();
    const before = draft.form();
    draft.tell({ ...order, status: 'PENDING', submissionDate: '2026-11-01T00:00:00.000Z' }, true);
    expect(draft.form()).not.toBe(before);
    expect(draft.form().isReadOnly).toBe(true);
    expect(draft.form().context().order).toMatchObject({ status: 'PENDING' });
  });
});
