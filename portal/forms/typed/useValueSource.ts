import { useLayoutEffect, useMemo, useRef } from 'react';
import type { FieldNotice } from './typedField.ts';
import type { TypedSource } from './typedInput.ts';

interface HeldValue {
  value: unknown;
  /** Called at each key with the value of the text, or with the text itself where it cannot be read. */
  onChange: (value: unknown) => void;
  /** Called when the field is left. */
  onLeave?: (() => void) | undefined;
  /** Called with what is to be said of the value that is stored; null when it no longer holds. */
  onNotice?: ((notice: FieldNotice | null) => void) | undefined;
}

/** The source of a typed field on a page that holds the value itself, as React's controls have it. */
export function useValueSource({ value, onChange, onLeave, onNotice }: HeldValue): TypedSource {
  const held = useRef(value);
  const handlers = useRef({ onChange, onLeave, onNotice });
  const listeners = useRef(new Set<() => void>());
  useLayoutEffect(() => {
    handlers.current = { onChange, onLeave, onNotice };
  });
  // A page may take its time to hand on what was typed: only another value is an update.
  useLayoutEffect(() => {
    held.current = value;
    for (const listener of listeners.current) listener();
  }, [value]);
  return useMemo<TypedSource>(
    () => ({
      value: () => held.current,
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
