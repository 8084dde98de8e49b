import { beforeEach, describe, expect, it } from 'vitest';
import { rowsOfList } from '#schemas/forms/filling/row.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { testContext } from '#tests/forms/form-builders.ts';
import { createFormStore } from '../../forms/store/createFormStore.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { createUndoHistory, editOf, type UndoHistory } from './UndoHistory.tsx';

const field = (type: string, key: string, config: object = {}) => ({ type, meta: { key, label: key }, config });
const layout = (...widgets: object[]) => widgets.map((widget) => ({ columns: [{ ratio: 1, widget }] }));
const elements = { type: 'container', config: { layout: layout(field('text_input', 'city')) } };
const form = readForm({
  version: 1,
  root: {
    type: 'container',
    config: {
      layout: layout(
        field('text_input', 'title'),
        field('text_input', 'note'),
        field('collection', 'shops', { elements }),
      ),
    },
  },
});
const shops = [
  { _id: '0000000000000001', city: 'Boston' },
  { _id: '0000000000000002', city: 'Salem' },
];

let store: FormStore;
let history: UndoHistory;
beforeEach(() => {
  store = createFormStore({ form, values: { title: 'Old', note: '', shops }, context: testContext() });
  history = createUndoHistory();
  history.watch(store);
});

function type(key: string, ...texts: string[]) {
  const widget = store.rootRow().scope.owners.get(key);
  if (!widget) throw new Error(`No field ${key}`);
  history.startVisit();
  for (const text of texts) store.set(widget, store.rootRow(), text);
}

function removeRow(index: number) {
  const list = store.rootRow().scope.owners.get('shops');
  const row = list && rowsOfList(store.rootRow(), list)[index];
  if (!row) throw new Error(`No row ${index}`);
  history.startVisit();
  store.removeRow(row);
}

describe('the undo history of an order', () => {
  it('undoes and redoes each visit of a field as one step, the newest first', async () => {
    type('title', 'O', 'Oy', 'Oyster');
    type('note', 'Rush');
    expect(await history.undo()).toEqual({ name: 'note', path: '/note' });
    expect(store.values()).toMatchObject({ title: 'Oyster', note: '' });
    expect(await history.undo()).toEqual({ name: 'title', path: '/title' });
    expect(store.values().title).toBe('Old');
    expect(await history.undo()).toBeUndefined();
    expect(await history.redo()).toEqual({ name: 'title', path: '/title' });
    expect(await history.redo()).toEqual({ name: 'note', path: '/note' });
    expect(store.values()).toMatchObject({ title: 'Oyster', note: 'Rush' });
  });

  it('has no step for a visit that changed nothing in the end', async () => {
    type('title', 'New', 'Old');
    expect(await history.undo()).toBeUndefined();
  });

  it('cannot redo after another change', async () => {
    type('title', 'New');
    await history.undo();
    type('note', 'Rush');
    expect(await history.redo()).toBeUndefined();
    expect(history.canRedo()).toBe(false);
  });

  it('restores a removed row at its place', async () => {
    removeRow(0);
    type('note', 'Rush');
    await history.undo();
    expect(await history.undo()).toEqual({ name: 'shops 1', path: '/shops/0' });
    expect(store.values().shops).toEqual(shops);
    expect(await history.redo()).toEqual({ name: 'shops 1', path: '/shops/0' });
    expect(store.values().shops).toEqual(shops.slice(1));
  });

  it('does not undo what a save or somebody else changed', async () => {
    type('title', 'New');
    store.replace({ ...store.values(), note: 'By Ann', shops: [...shops].reverse() });
    expect(await history.undo()).toBeDefined();
    expect(store.values()).toMatchObject({ title: 'Old' });
    type('title', 'Newer');
    history.startVisit();
    store.replace({ ...store.values(), note: 'By Ben' });
    await history.undo();
    expect(store.values()).toMatchObject({ title: 'Old', note: 'By Ben' });
  });

  it('undoes other steps in their order, but not those that were reverted meanwhile', async () => {
    const calls: string[] = [];
    let isDone = true;
    type('title', 'New');
    history.push({
      isDone: () => isDone,
      undo: async () => calls.push('undo'),
      redo: async () => calls.push('redo'),
    });
    expect(await history.undo()).toBeNull();
    isDone = false;
    expect(await history.redo()).toBeNull();
    expect(calls).toEqual(['undo', 'redo']);
    expect(await history.undo()).toEqual({ name: 'title', path: '/title' });
  });

  describe('of a value beside the form data, such as the data of a line', () => {
    let line: Record<string, unknown> | undefined;
    const edit = (mine: Record<string, unknown>) => {
      const place = { key: 'products/1', name: 'Spots, Radio spots', element: 'line-1' };
      const write = (next: typeof mine) => {
        line = next;
        // A value that the history writes is recorded as well, by those who record each change.
        history.record(editOf({ ...place, before: mine, mine: next, read: () => line, write }));
      };
      history.record(editOf({ ...place, before: line ?? {}, mine, read: () => line, write }));
      line = mine;
    };
    const revert = { name: 'Spots, Radio spots', element: 'line-1' };

    beforeEach(() => {
      line = { spots: 1, days: 5 };
    });

    it('undoes and redoes each visit of a field as one step, in order with those of the form', async () => {
      type('title', 'New');
      history.startVisit();
      edit({ spots: 2, days: 5 });
      edit({ spots: 20, days: 5 });
      type('note', 'Rush');
      expect(await history.undo()).toMatchObject({ name: 'note' });
      expect(await history.undo()).toEqual(revert);
      expect(line).toEqual({ spots: 1, days: 5 });
      expect(await history.undo()).toMatchObject({ name: 'title' });
      await history.redo();
      expect(await history.redo()).toEqual(revert);
      expect(line).toEqual({ spots: 20, days: 5 });
    });

    it('leaves what a save or somebody else changed since in another part of the value', async () => {
      edit({ spots: 2, days: 5 });
      line = { spots: 2, days: 7, price: '10.00' };
      expect(await history.undo()).toEqual(revert);
      expect(line).toEqual({ spots: 1, days: 7, price: '10.00' });
    });

    it('skips a step whose value is as before, or gone with its line', async () => {
      type('title', 'New');
      history.startVisit();
      edit({ spots: 2, days: 5 });
      line = { spots: 1, days: 5 };
      expect(await history.undo()).toMatchObject({ name: 'title' });
      history.startVisit();
      edit({ spots: 3, days: 5 });
      line = undefined;
      expect(await history.undo()).toBeUndefined();
    });
  });
});
