import '#portal/look/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppWrapper } from '#portal/forms/AppWrapper.tsx';
import { FormView } from '#portal/forms/FormView.tsx';
import { createFormStore } from '#portal/forms/store/createFormStore.ts';
import type { FormStore } from '#portal/forms/store/formStore.ts';
import { Button } from '#portal/look/Button.tsx';
import { initialValues } from '#schemas/forms/fill.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { testContext } from '../form-builders.ts';
import { runCase } from '../run-case.ts';

declare global {
  interface Window {
    /** Renders a form on the page and returns its store. */
    openForm: (formSchema: unknown, options?: { values?: Record<string, unknown>; isReadOnly?: boolean }) => FormStore;
    runCase: typeof runCase;
    /** The store of the form on the page. */
    store: FormStore;
  }
}

const element = document.getElementById('root');
if (!element) throw new Error('The harness page has no element with the id root');
const root = createRoot(element);

window.runCase = runCase;
window.openForm = (formSchema, { values, isReadOnly = false } = {}) => {
  const form = readForm(formSchema);
  const context = testContext();
  const store = createFormStore({ form, values: values ?? initialValues(form, context), context, isReadOnly });
  window.store = store;
  root.render(
    <StrictMode>
      {/* Every page around a form has room at its sides. */}
      <main style={{ padding: 16 }}>
        <h1>Order</h1>
        <AppWrapper showToast={() => undefined}>
          <FormView key={Math.random()} store={store} />
        </AppWrapper>
        <Button
          kind="primary"
          onClick={() => {
            const [first] = store.problems();
            if (!store.showProblems() && first) store.focusProblem(first.path);
          }}
        >
          Save
        </Button>
      </main>
    </StrictMode>,
  );
  return store;
};
