import { useLayoutEffect, useMemo, useRef } from 'react';
import type { FieldNotice } from './typedField.ts';
import type { TypedSource } from './typedInput.ts';

interface ControlledValue {
  value: unknown;
  /** Called on each keystroke with the parsed value, or with the text if it cannot be parsed. */
  onChange: (value: unknown) => void;
  /** Called on blur. */
  onLeave?: (() => void) | undefined;
  /** Called with the notice of the stored value; null clears it. */
  onNotice?: ((notice: FieldNotice | null) => void) | undefined;
}

/** The value source of a typed field for pages that keep the value in React state (controlled input). */
export function useControlledSource({ value, onChange, onLeave, onNotice }: ControlledValue): TypedSource {
  const valueRef = useRef(value);
  const handlers = useRef({ onChange, onLeave, onNotice });
  const listeners = useRef(new Set<() => void>());
  useLayoutEffect(() => {
    handlers.current = { onChange, onLeave, onNotice };
  });
  // The page may pass on the typed value late: only a different value is an update.
  useLayoutEffect(() => {
    valueRef.current = value;
    for (const listener of listeners.current) listener();
  }, [value]);
  return useMemo<TypedSource>(
    () => ({
      value: () => valueRef.current,
      subscribe: (listener) => {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
      set: (next) => handlers.current.onChange(next),
      leave: () => handlers.current.onLeave?.(),
      notify: (notice) => handlers.current.onNotice?.(notice),
    }),
    [],
  );
}
