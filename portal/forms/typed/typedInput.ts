import {
  createTypedField,
  type FieldNotice,
  reduceTypedField,
  type TypedEvent,
  type TypedField,
  type TypedKind,
} from './typedField.ts';

/** The source of a text field's value: a form, a record or the URL of a list. */
export interface TypedSource {
  value(): unknown;
  /** Subscribes to changes of the value, including the field's own. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  set(value: unknown): void;
  /** The field got the focus; `commit` applies the typed text as on blur, for a save in the meantime. */
  enter?(commit: () => void): void;
  /** The field lost the focus. */
  leave?(): void;
  /** Sets the notice of the value; null clears it. */
  notify?(notice: FieldNotice | null): void;
}

/** Binds a text control to its source: the pure reducer decides, this runs the effects. */
export interface TypedInput {
  now(): TypedField;
  dispatch(event: TypedEvent): void;
  stop(): void;
}

interface TypedInputParts {
  kind: TypedKind;
  source: TypedSource;
  /** Renders a state; called on each change. */
  paint: (field: TypedField) => void;
  /** The last state of an earlier binding of the same control. */
  earlier?: TypedField | undefined;
}

/** Creates the binding of a text control: reduces events, paints the state and stores the value. */
export function createTypedInput({ kind, source, paint, earlier }: TypedInputParts): TypedInput {
  let field: TypedField = earlier?.isFocused ? earlier : createTypedField(source.value(), kind);
  const commit = () => dispatch({ type: 'commit' });
  const syncValue = () => dispatch({ type: 'update', value: source.value() });
  const stop = source.subscribe(syncValue);
  if (field.isFocused) source.enter?.(commit);
  paint(field);
  syncValue();
  return { now: () => field, dispatch, stop };

  function dispatch(event: TypedEvent): void {
    const before = field;
    field = reduceTypedField(field, event, kind);
    if (field === before) return;
    if (field.isFocused && !before.isFocused) source.enter?.(commit);
    // Paint before storing, so that subscribers of the store see the current field.
    paint(field);
    if (event.type !== 'update' && !Object.is(field.value, before.value)) source.set(field.value);
    if (field.notice !== before.notice) source.notify?.(field.notice);
    if (event.type === 'blur') source.leave?.();
  }
}
