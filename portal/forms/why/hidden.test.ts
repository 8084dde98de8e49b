import { describe, expect, it, vi } from 'vitest';
import { locate } from '#schemas/forms/filling/locate.ts';
import { readFormAhead } from '#schemas/forms/read-form-ahead.ts';
import { collection, contextOf, formOf, schemaOf, widget } from '#tests/forms/written.ts';
import { createFormStore } from '../store/createFormStore.ts';

const fields = [
  widget('number_input', 'budget'),
  widget('text_input', 'agent', {}, { conditionalScript: '$budget > 9' }),
  collection('lines', [widget('text_input', 'note', {}, { conditionalScript: '$budget > 99' })]),
];

function openStore() {
  const store = createFormStore({ form: formOf(...fields), values: { budget: 1, lines: [] }, context: contextOf() });
  const hear = vi.fn();
  store.watchHidden(hear);
  const at = (path: string) => {
    const found = locate(store.top(), path);
    if (!found) throw new Error(`The form has nothing at ${path}`);
    return found;
  };
  const type = (value: number) => store.set(at('/budget').widget, store.top(), value);
  const keys = () => store.hidden().map((field) => field.widget.key);
  return { store, hear, at, type, keys };
}

describe('what a form hides', () => {
  it('is told when a script hides or shows something, and at no other key', () => {
    const { store, hear, type, keys } = openStore();
    expect(keys()).toEqual(['agent']);
    const before = store.hidden();
    type(3);
    type(4);
    expect(hear).not.toHaveBeenCalled();
    expect(store.hidden()).toBe(before);
    type(10);
    expect(hear).toHaveBeenCalledTimes(1);
    expect(keys()).toEqual([]);
  });

  it('follows rows that come and go, and other values', () => {
    const { store, hear, at, keys } = openStore();
    const added = store.addRow(at('/lines').widget, store.top());
    expect(keys()).toEqual(['agent', 'note']);
    store.removeRow(added);
    expect(keys()).toEqual(['agent']);
    store.replace({ budget: 50, lines: [{ _id: 'a', note: '' }] });
    expect(keys()).toEqual(['note']);
    expect(hear).toHaveBeenCalledTimes(3);
  });

  it('is not known before the rules language has arrived', () => {
    const form = readFormAhead(schemaOf(...fields));
    const store = createFormStore({ form, values: { budget: 1, lines: [] }, context: contextOf() });
    expect(store.hidden()).toEqual([]);
    const hear = vi.fn();
    store.watchHidden(hear);
    store.takeForm(formOf(...fields));
    expect(store.hidden()).toHaveLength(1);
    expect(hear).toHaveBeenCalledTimes(1);
  });
});
