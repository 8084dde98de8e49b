import { randomId } from '#portal/forms/randomId.ts';
import type { FormStore } from '#portal/forms/store/formStore.ts';
import { renamedData, renamedKeys } from '#schemas/designing/renamed-keys.ts';
import type { Form, FormContext } from '#schemas/forms/form.ts';
import { normalise } from '#schemas/forms/normalise.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';

/** What scripts read besides the form while nobody orders on it: a draft of nobody's, now. */
export function contextNow(): FormContext {
  return {
    ...{ now: new Date(), zone: 'utc', client: null, user: null, channel: null },
    ...orderInScripts({ status: 'DRAFT', submissionDate: null }),
    idOf: randomId,
  };
}

/**
 * Goes on with another form: what was typed stays as far as it has a place, that of a renamed key under its new one, and new
 * lists get the rows they begin with.
 */
export function takeForm(store: FormStore, form: Form): void {
  const { form: before } = store;
  if (before === form) return;
  const renamed = renamedKeys(before, form);
  store.together(() => {
    const typed = store.values();
    store.takeForm(form);
    const values = renamed.size > 0 ? renamedData(typed, renamed) : store.values();
    store.replace(normalise(form, values, contextNow()).data);
  });
}
