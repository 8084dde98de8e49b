import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Problem, ValidWidget } from '#schemas/forms/form.ts';
import type { CellState, FormStore } from './formStore.ts';

/** The context that provides the form store. */
export const FormStoreContext = createContext<FormStore | null>(null);

/** Returns the form store. Throws outside of a form. */
export function useFormStore(): FormStore {
  const store = use(FormStoreContext);
  if (!store) throw new Error('A widget stands outside of a form: put it into FormView');
  return store;
}

/** Subscribes to a widget's render state. The value is not part of it, so typing does not re-render. */
export function useFieldCell(widget: ValidWidget, row: Row): CellState {
  const store = useFormStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(widget, row, listener), [store, widget, row]);
  return useSyncExternalStore(subscribe, () => store.cell(widget, row));
}

/** Subscribes to a widget's value, for controlled inputs. */
export function useFieldValue(widget: ValidWidget, row: Row): unknown {
  const store = useFormStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(widget, row, listener), [store, widget, row]);
  return useSyncExternalStore(subscribe, () => store.value(widget, row));
}

/** Subscribes to all validation errors of a form. */
export function useFormProblems(store: FormStore): readonly Problem[] {
  return useSyncExternalStore(store.subscribeAll, store.problems);
}
