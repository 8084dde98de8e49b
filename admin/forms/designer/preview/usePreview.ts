import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { createFormStore } from '#portal/forms/store/createFormStore.ts';
import type { FormStore } from '#portal/forms/store/formStore.ts';
import type { Form } from '#schemas/forms/form.ts';
import { initialValues } from '#schemas/forms/initial-values.ts';
import { contextNow, takeForm } from '../fillable.ts';
import { useSteady } from '../useSteady.ts';
import type { PreviewOfForm } from './preview-context.ts';

/** Creates the preview's store on first request, and keeps it in sync with the design. */
export function usePreview(form: Form): PreviewOfForm {
  const [store, setStore] = useState<FormStore | null>(null);
  // Deferred: the canvas updates first, the preview when there is time.
  const deferredForm = useDeferredValue(form);
  const want = useSteady(() => setStore((now) => now ?? createStore(deferredForm)));
  useEffect(() => {
    if (store) takeForm(store, deferredForm);
  }, [store, deferredForm]);
  return useMemo(() => ({ store, want }), [store, want]);
}

function createStore(form: Form): FormStore {
  const context = contextNow();
  return createFormStore({ form, values: initialValues(form, context), context });
}
