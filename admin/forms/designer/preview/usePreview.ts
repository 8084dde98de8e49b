import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { createFormStore } from '#portal/forms/store/createFormStore.ts';
import type { FormStore } from '#portal/forms/store/formStore.ts';
import type { Form } from '#schemas/forms/form.ts';
import { initialValues } from '#schemas/forms/initial-values.ts';
import { newOrderContext, replaceForm } from '../form-store.ts';
import { useStableCallback } from '../useStableCallback.ts';
import type { PreviewState } from './preview-context.ts';

/** Creates the preview's store on first request, and keeps it in sync with the design. */
export function usePreview(form: Form): PreviewState {
  const [store, setStore] = useState<FormStore | null>(null);
  // Deferred: the canvas updates first, the preview when there is time.
  const deferredForm = useDeferredValue(form);
  const requestStore = useStableCallback(() => setStore((now) => now ?? createStore(deferredForm)));
  useEffect(() => {
    if (store) replaceForm(store, deferredForm);
  }, [store, deferredForm]);
  return useMemo(() => ({ store, requestStore }), [store, requestStore]);
}

function createStore(form: Form): FormStore {
  const context = newOrderContext();
  return createFormStore({ form, values: initialValues(form, context), context });
}
