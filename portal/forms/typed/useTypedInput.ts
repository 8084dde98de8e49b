import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { TypedField, TypedKind } from './typedField.ts';
import { createTypedInput, type TypedInput, type TypedSource } from './typedInput.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

interface TypedControl<E extends TextControl> {
  input: RefObject<E | null>;
  kind: TypedKind;
  source: TypedSource;
  /** Calls `take` after each edit by the user. Returns the unsubscribe function. */
  listen?: (control: TextControl, take: () => void) => () => void;
  /** Renders the parts of the state outside of the control's text; React does not render while the user types. */
  onPaint?: (field: TypedField) => void;
}

/** Binds a text control to its source, without React renders while the user types. */
export function useTypedInput<E extends TextControl>(options: TypedControl<E>) {
  const { input, kind, source, listen = listenToInput, onPaint } = options;
  const typed = useRef<TypedInput>(null);
  const latestPaint = useRef(onPaint);
  useLayoutEffect(() => {
    latestPaint.current = onPaint;
  });
  useLayoutEffect(() => {
    const control = input.current;
    if (!control) return undefined;
    const binding = createTypedInput({
      kind,
      source,
      earlier: typed.current?.now(),
      paint: (field) => {
        if (control.value !== field.text) control.value = field.text;
        latestPaint.current?.(field);
      },
    });
    typed.current = binding;
    const stopListening = listen(control, () => {
      binding.dispatch({ type: 'input', text: control.value });
      // Browser autofill fills inputs without focus.
      if (control !== document.activeElement) binding.dispatch({ type: 'blur' });
    });
    return () => {
      stopListening();
      binding.stop();
    };
  }, [input, kind, source, listen]);
  return useMemo(
    () => ({
      /** The current state; undefined before mount. */
      now: () => typed.current?.now(),
      choose: (value: unknown) => typed.current?.dispatch({ type: 'choose', value }),
      /** Restores the text of a notice and focuses the field. */
      restore: (text: string) => {
        typed.current?.dispatch({ type: 'restore', text });
        input.current?.focus();
      },
      /** Event handlers for the control. */
      events: {
        onFocus: () => enter(input.current, typed),
        onBlur: () => typed.current?.dispatch({ type: 'blur' }),
      },
    }),
    [input],
  );
}

/**
 * On focus the text may change, for example lose its grouping. Wait until the browser has set the selection, and select
 * again if all text was selected (to be typed over).
 */
function enter(control: TextControl | null, typed: RefObject<TypedInput | null>): void {
  queueMicrotask(() => {
    if (!control || control !== document.activeElement) return;
    const isSelected = control.selectionStart === 0 && control.selectionEnd === control.value.length;
    const before = control.value;
    typed.current?.dispatch({ type: 'focus' });
    if (isSelected && control.value !== before) control.select();
  });
}

function listenToInput(control: TextControl, take: () => void): () => void {
  control.addEventListener('input', take);
  return () => control.removeEventListener('input', take);
}
