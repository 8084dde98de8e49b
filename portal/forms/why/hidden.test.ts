import { describe, expect, it, vi } from 'vitest';
import { locateWidget } from '#schemas/forms/filling/locate.ts';
import { readFormWithoutScripts } from '#schemas/forms/read-form-without-scripts.ts';
import { hiddenFields } from '#schemas/forms/why/hidden-fields.ts';
import { collection, formOf, schemaOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { createFormStore } from '../store/createFormStore.ts';

const fields = [
  widget('number_input', 'budget'),
  widget('text_input', 'agent', {}, { conditionalScript: '$budget > 9' }),
  collection('lines', [widget('text_input', 'note', {}, { conditionalScript: '$budget > 99' })]),
];

function openStore() {
  const store = createFormStore({ form: formOf(...fields), values: { budget: 1, lines: [] }, context: testContext() });
  const listener = vi.fn();
  store.subscribeVisibility(listener);
  const at = (path: string) => {
    const found = locateWidget(store.rootRow(), path);
    if (!found) throw new Error(`The form has nothing at ${path}`);
    return found;
  };
  const type = (value: number) => store.set(at('/budget').widget, store.rootRow(), value);
  const keys = () => hiddenFields(store.form, store.rootRow()).map((field) => field.widget.key);
  return { store, listener, at, type, keys };
}

describe('hidden fields of a form store', () => {
  it('notify when a script hides or shows a field, and not on other input', () => {
    const { store, listener, type, keys } = openStore();
    expect(keys()).toEqual(['agent']);
    const before = store.visibilityRevision();
    type(3);
    type(4);
    expect(listener).not.toHaveBeenCalled();
    expect(store.visibilityRevision()).toBe(before);
    type(10);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(keys()).toEqual([]);
  });

  it('follow added and removed rows and replaced values', () => {
    const { store, listener, at, keys } = openStore();
    const added = store.addRow(at('/lines').widget, store.rootRow());
    expect(keys()).toEqual(['agent', 'note']);
    store.removeRow(added);
    expect(keys()).toEqual(['agent']);
    store.replace({ budget: 50, lines: [{ _id: 'a', note: '' }] });
    expect(keys()).toEqual(['note']);
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('are unknown until the rules language is loaded', () => {
    const form = readFormWithoutScripts(schemaOf(...fields));
    const store = createFormStore({ form, values: { budget: 1, lines: [] }, context: testContext() });
    expect(hiddenFields(store.form, store.rootRow())).toEqual([]);
    const listener = vi.fn();
    store.subscribeVisibility(listener);
    store.setForm(formOf(...fields));
    expect(hiddenFields(store.form, store.rootRow())).toHaveLength(1);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
