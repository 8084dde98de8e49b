import { randomId } from '#portal/forms/randomId.ts';
import type { FormStore } from '#portal/forms/store/formStore.ts';
import { detectRenamedKeys, renameData } from '#schemas/designing/renamed-keys.ts';
import type { Form, FormContext } from '#schemas/forms/form.ts';
import { normalise } from '#schemas/forms/normal-value.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';

/** Context of scripts in the designer, where there is no order: a new draft without client, user and channel. */
export function newOrderContext(): FormContext {
  return {
    ...{ now: new Date(), zone: 'utc', client: null, user: null, channel: null },
    ...orderInScripts({ status: 'DRAFT', submissionDate: null }),
    idOf: randomId,
  };
}

/**
 * Replaces the form of a store. Keeps the values that still have a field, moves those of renamed keys, and gives new
 * lists their initial rows.
 */
export function replaceForm(store: FormStore, form: Form): void {
  const { form: before } = store;
  if (before === form) return;
  const renamed = detectRenamedKeys(before, form);
  store.batch(() => {
    const typed = store.values();
    store.setForm(form);
    const values = renamed.size > 0 ? renameData(typed, renamed) : store.values();
    store.replace(normalise(form, values, newOrderContext()).data);
  });
}
