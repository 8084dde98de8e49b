import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Client, Form } from '#schemas/generated/types.ts';
import { orderWith } from '#tests/editing/order-samples.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import { createRecordStore } from '../../editing/recordStore.ts';
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
  examples: [],
  redExamples: [],
  optionLists: [],
  offeredIn: [],
  offeredBy: [],
  note: '',
};
const order = orderWith({ formData: { headline: 'Old', note: 'Old' } });
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
  aliases: [],
  distinctFrom: [],
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(isReadOnly = false) {
  const draft = createOrderDraft({
    order,
    form,
    channel: { id: 'ch', name: 'Web' },
    isReadOnly,
    read: ({ formSchema }) => readForm(formSchema),
  });
  draft.subscribe(() => {});
  const set = (values: object) => {
    const store = draft.form();
    for (const [key, value] of Object.entries(values)) {
      const widget = store.form.scope.owners.get(key);
      if (widget) store.set(widget, store.rootRow(), value);
    }
  };
  const type = (values: object) => {
    set(values);
    vi.advanceTimersByTime(100);
  };
  return { draft, set, type };
}

describe('createOrderDraft', () => {
  it('reports the differences from the saved order as unsaved, debounced while typing', () => {
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

  it('has unsaved changes at risk at once when an autosave right after typing fails', async () => {
    const { draft, set } = open();
    const store = createRecordStore({
      saved: order,
      draft,
      load: () => Promise.reject(new Error('offline')),
      send: () => Promise.reject(new Error('offline')),
      isEditable: () => true,
      hasAutosave: () => true,
    });
    store.start();
    set({ headline: 'Mine' });
    expect(await store.autosave()).toBe(false);
    expect(store.state()).toMatchObject({ state: 'unanswered', isDirty: true, isAtRisk: true });
  });

  it('keeps what was typed and chosen after a save was sent', () => {
    const { draft, type } = open();
    type({ headline: 'Sent' });
    const sent = { formData: draft.form().values() };
    type({ headline: 'Later' });
    draft.chooseClient(rye);
    draft.applySaved(sent, { ...order, revision: 2, formData: { headline: 'SENT', note: 'Old' } });
    expect(draft.form().values().headline).toBe('Later');
    expect(draft.unsaved()).toMatchObject({ client: 'rye', formData: { headline: 'Later' } });
  });

  it("takes the server's normalized values when nothing was typed since", () => {
    const { draft, type } = open();
    type({ headline: 'sent' });
    draft.applySaved({ formData: draft.form().values() }, { ...order, formData: { headline: 'SENT', note: 'Old' } });
    expect(draft.form().values().headline).toBe('SENT');
    expect(draft.isDirty()).toBe(false);
  });

  it('reports a conflict only when both changed the same field, or the client, to different values', () => {
    const { draft, type } = open();
    type({ headline: 'Mine' });
    const theirs = (change: Partial<PopulatedOrder>) => ({ ...order, revision: 2, ...change });
    expect(draft.conflictsWith(theirs({ formData: { headline: 'Theirs', note: 'Old' } }))).toBe(true);
    expect(draft.conflictsWith(theirs({ formData: { headline: 'Mine', note: 'Theirs' } }))).toBe(false);
    expect(draft.conflictsWith(theirs({ client: 'other' }))).toBe(false);
    draft.chooseClient(rye);
    expect(draft.conflictsWith(theirs({ client: 'other' }))).toBe(true);
    expect(draft.conflictsWith(theirs({ client: 'rye' }))).toBe(false);
  });

  it("rebases on another version with all, some, or none of one's own changes", () => {
    const theirs = { ...order, revision: 2, client: 'other', formData: { headline: 'Theirs', note: 'Theirs' } };
    const followed = (mine: readonly string[] | 'all') => {
      const { draft, type } = open();
      type({ headline: 'Mine' });
      draft.chooseClient(rye);
      draft.rebase(theirs, mine);
      return { ...draft.form().values(), client: draft.client() };
    };
    expect(followed('all')).toEqual({ headline: 'Mine', note: 'Theirs', client: rye });
    expect(followed(['/formData/headline'])).toEqual({ headline: 'Mine', note: 'Theirs', client: 'other' });
    expect(followed(['/client'])).toEqual({ headline: 'Theirs', note: 'Theirs', client: rye });
    expect(followed([])).toEqual({ headline: 'Theirs', note: 'Theirs', client: 'other' });
  });

  it("merges rows and nested fields of one value with another person's changes to the rest", () => {
    const spots = (first: number, second: number) => [
      { _id: 'a', price: first },
      { _id: 'b', price: second },
    ];
    const { draft } = open();
    draft.applyChanges({ spots: { mine: spots(1, 1) } }, ['/formData/spots']);
    draft.applySaved(
      { formData: draft.form().values() },
      { ...order, formData: { ...order.formData, spots: spots(1, 1) } },
    );
    draft.applyChanges({ spots: { before: spots(1, 1), mine: spots(5, 1) } }, ['/formData/spots/a/price']);
    const theirs = (second: number) => ({
      ...order,
      revision: 2,
      formData: { ...order.formData, spots: spots(1, second) },
    });
    expect(draft.conflictsWith(theirs(7))).toBe(false);
    expect(draft.conflictsWith({ ...order, formData: { ...order.formData, spots: spots(9, 1) } })).toBe(true);
    draft.rebase(theirs(7), 'all');
    expect(draft.form().values().spots).toEqual(spots(5, 7));
  });

  describe('lines', () => {
    const line = (id: string, weeks: number) => ({ id, key: id, product: `of ${id}`, data: { weeks } });
    const lineBody = ({ key: _, ...rest }: ReturnType<typeof line>) => rest;
    const withLines = (...products: ReturnType<typeof line>[]) => ({ ...order, revision: 2, products });
    const openWith = (...products: ReturnType<typeof line>[]) => {
      const { draft } = open();
      draft.setSaved(withLines(...products), false);
      return draft;
    };

    it("are unsaved when they differ, and take the server's additions to new ones", () => {
      const draft = openWith(line('a', 1));
      draft.chooseLines([line('a', 1), { ...line('b', 0), data: {} }]);
      const sent = draft.unsaved() ?? {};
      expect(sent).toEqual({ products: [lineBody(line('a', 1)), { ...lineBody(line('b', 0)), data: {} }] });
      // Typing continues while the save is in flight.
      draft.chooseLines([line('a', 5), { ...line('b', 0), data: {} }]);
      draft.applySaved(sent, withLines(line('a', 1), line('b', 4), line('c', 1)));
      expect(draft.lines()).toMatchObject([line('a', 5), line('b', 4), line('c', 1)]);
      expect(draft.unsaved()).toMatchObject({ products: [{ data: { weeks: 5 } }, {}, {}] });
      draft.chooseLines([line('a', 1), line('b', 4), line('c', 1)]);
      expect(draft.isDirty()).toBe(false);
    });

    it("merge with another person's changes, and report a conflict when both changed the same field", () => {
      const draft = openWith(line('a', 1), line('b', 1));
      draft.chooseLines([line('b', 1), line('a', 2)]);
      expect(draft.conflictsWith(withLines(line('a', 1), line('b', 9), line('c', 1)))).toBe(false);
      expect(draft.conflictsWith(withLines(line('a', 9), line('b', 1)))).toBe(true);
      draft.rebase(withLines(line('a', 9), line('b', 9), line('c', 1)), ['/products/a/data/weeks']);
      expect(draft.lines()).toMatchObject([line('b', 9), line('c', 1), line('a', 2)]);
      draft.rebase(withLines(line('a', 7)), []);
      expect(draft.lines()).toEqual([line('a', 7)]);
      expect(draft.isDirty()).toBe(false);
    });

    it('stored on the device are applied to the current ones', () => {
      const draft = openWith(line('a', 3), line('c', 1));
      const lines = { before: [lineBody(line('a', 1))], mine: [lineBody(line('a', 2)), lineBody(line('b', 1))] };
      draft.applyLineChanges(lines, ['/products/b']);
      expect(draft.lines()).toMatchObject([line('a', 3), { id: 'b', product: 'of b' }, line('c', 1)]);
      expect(draft.lineChanges()?.mine).toHaveLength(3);
    });
  });

  it('reopens the form read-only when the status allows no changes', () => {
    const { draft } = open();
    const before = draft.form();
    draft.setSaved({ ...order, status: 'PENDING', submissionDate: '2026-11-01T00:00:00.000Z' }, true);
    expect(draft.form()).not.toBe(before);
    expect(draft.form().isReadOnly).toBe(true);
    expect(draft.form().context().order).toMatchObject({ status: 'PENDING' });
  });
});
