import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { TypedField, TypedKind } from './typedField.ts';
import { createTypedInput, type TypedInput, type TypedSource } from './typedInput.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

interface TypedControl<E extends TextControl> {
  input: RefObject<E | null>;
  kind: TypedKind;
  source: TypedSource;
  /** Calls `take` after each change that a person makes to the text. Returns the way to stop. */
  listen?: (control: TextControl, take: () => void) => () => void;
  /** Shows what of a state is not in the control's text; React does not render while somebody types. */
  onPaint?: (field: TypedField) => void;
}

/** Puts a text control in step with its source, without rendering anything while a person types. */
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
    const created = createTypedInput({
      kind,
      source,
      earlier: typed.current?.now(),
      paint: (field) => {
        if (control.value !== field.text) control.value = field.text;
        latestPaint.current?.(field);
      },
    });
    typed.current = created;
    const stopListening = listen(control, () => {
      created.dispatch({ type: 'input', text: control.value });
      // A browser fills fields in that nobody is in.
      if (control !== document.activeElement) created.dispatch({ type: 'blur' });
    });
    return () => {
      stopListening();
      created.stop();
    };
  }, [input, kind, source, listen]);
  return useMemo(
    () => ({
      /** The state of the field; undefined before it is on the page. */
      now: () => typed.current?.now(),
      choose: (value: unknown) => typed.current?.dispatch({ type: 'choose', value }),
      /** Brings the text that a notice speaks of back into the field, and the person with it. */
      restore: (text: string) => {
        typed.current?.dispatch({ type: 'restore', text });
        input.current?.focus();
      },
      /** For the control. */
      events: {
        onFocus: () => enter(input.current, typed),
        onBlur: () => typed.current?.dispatch({ type: 'blur' }),
      },
    }),
    [input],
  );
}

/**
 * The text in a field with focus may be another one, say without groups. It is written once the control has its selection: a
 * text that was selected as a whole, to be typed over, is selected again.
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
