import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, ValidWidget } from '#schemas/forms/form.ts';
import type { FormStore } from './formStore.ts';
import { useFormStore } from './hooks.ts';

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
