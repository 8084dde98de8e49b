import { createContext, use, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Problem, SoundWidget } from '#schemas/forms/form.ts';
import type { CellState, FormStore } from './formStore.ts';

export const StoreContext = createContext<FormStore | null>(null);

/** The store of the form around. Throws where there is none. */
export function useStore(): FormStore {
  const store = use(StoreContext);
  if (!store) throw new Error('A widget stands outside of a form: put it into FormView');
  return store;
}

/** What a widget shows of itself; its value is not part of it, so that typing repaints nothing. */
export function useCell(widget: SoundWidget, row: Row): CellState {
  const store = useStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(widget, row, listener), [store, widget, row]);
  return useSyncExternalStore(subscribe, () => store.cell(widget, row));
}

/** A widget's value, for a control that React keeps in step with it. */
export function useValue(widget: SoundWidget, row: Row): unknown {
  const store = useStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(widget, row, listener), [store, widget, row]);
  return useSyncExternalStore(subscribe, () => store.value(widget, row));
}

/** All problems of a form, for a summary beside it. */
export function useFormProblems(store: FormStore): readonly Problem[] {
  return useSyncExternalStore(store.watch, store.problems);
}

/** Whether a save of the form was tried. */
export function useHasTried(store: FormStore): boolean {
  return useSyncExternalStore(store.watch, store.hasTried);
}

/** How many problems a person is shown within a widget. */
export function useProblemCount(widget: SoundWidget, row: Row): number {
  const store = useStore();
  return useSyncExternalStore(store.watch, () => store.problemCount(widget, row));
}

/** Shows what stands in a widget when a problem there is gone to: `reveal` gets the row that it stands in. */
export function useReveal(widget: SoundWidget, row: Row, reveal: (inside: Row) => void): void {
  const store = useStore();
  const latest = useRef(reveal);
  useLayoutEffect(() => {
    latest.current = reveal;
  });
  useLayoutEffect(() => store.onReveal(widget, row, (inside) => latest.current(inside)), [store, widget, row]);
}
