import { createContext, use, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, Problem, ValidWidget } from '#schemas/forms/form.ts';
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

/** Subscribes to whether a submit was attempted. */
export function useHasTried(store: FormStore): boolean {
  return useSyncExternalStore(store.subscribeAll, store.wasSubmitted);
}

/** Subscribes to the number of errors shown within a widget. */
export function useProblemCount(widget: ValidWidget, row: Row): number {
  const store = useFormStore();
  return useSyncExternalStore(store.subscribeAll, () => store.problemCount(widget, row));
}

/** Registers how a widget reveals its content when an error in it is focused; `reveal` receives the row and the widget. */
export function useReveal(widget: ValidWidget, row: Row, reveal: (inside: Row, insideWidget: AnyWidget) => void): void {
  const store = useFormStore();
  const latest = useRef(reveal);
  useLayoutEffect(() => {
    latest.current = reveal;
  });
  useLayoutEffect(
    () => store.onReveal(widget, row, (inside, each) => latest.current(inside, each)),
    [store, widget, row],
  );
}
