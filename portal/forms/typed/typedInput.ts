import {
  type FieldNotice,
  reduceTypedField,
  shownField,
  type TypedEvent,
  type TypedField,
  type TypedKind,
} from './typedField.ts';

/** Where the value of a text field is stored: a form, a record, the address of a list. */
export interface TypedSource {
  value(): unknown;
  /** Calls the listener after each change of the value, the field's own included. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  set(value: unknown): void;
  /** The field got focus; `commit` uses what was typed as if the field were left, for whoever saves meanwhile. */
  enter?(commit: () => void): void;
  /** The field lost focus. */
  leave?(): void;
  /** What is to be said of the value at the field; null when it no longer holds. */
  notify?(notice: FieldNotice | null): void;
}

/** A text control with its source and its kind, in step with each other: the pure reducer decides, this carries it out. */
export interface TypedInput {
  now(): TypedField;
  dispatch(event: TypedEvent): void;
  stop(): void;
}

interface TypedInputParts {
  kind: TypedKind;
  source: TypedSource;
  /** Shows a state; called whenever it changes. */
  paint: (field: TypedField) => void;
  /** The state that an earlier input on the same control was left in. */
  earlier?: TypedField | undefined;
}

export function createTypedInput({ kind, source, paint, earlier }: TypedInputParts): TypedInput {
  let field: TypedField = earlier?.isFocused ? earlier : shownField(source.value(), kind);
  const commit = () => dispatch({ type: 'commit' });
  const follow = () => dispatch({ type: 'update', value: source.value() });
  const stop = source.subscribe(follow);
  if (field.isFocused) source.enter?.(commit);
  paint(field);
  follow();
  return { now: () => field, dispatch, stop };

  function dispatch(event: TypedEvent): void {
    const before = field;
    field = reduceTypedField(field, event, kind);
    if (field === before) return;
    if (field.isFocused && !before.isFocused) source.enter?.(commit);
    // Painted before it is stored: what hears of the store's change finds the field as it is.
    paint(field);
    if (event.type !== 'update' && !Object.is(field.value, before.value)) source.set(field.value);
    if (field.notice !== before.notice) source.notify?.(field.notice);
    if (event.type === 'blur') source.leave?.();
  }
}
