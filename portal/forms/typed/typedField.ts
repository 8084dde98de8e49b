import { trimText } from '#schemas/typed-values/parsed.ts';

/** A notice that the stored value differs from the typed text. */
export interface FieldNotice {
  /** For example 'Stored as 7: no decimals allowed'. */
  readonly message: string;
  /** The text to restore and the label of its button; absent after restoring. */
  readonly restore?: { readonly text: string; readonly label: string };
}

/** How a kind of field parses typed text and formats its value. */
export interface TypedKind {
  /** Parses text while the user types; returns the text itself if it cannot be parsed. */
  parse(text: string): unknown;
  /** Parses and limits the text on blur; returns the value to store and a notice. */
  commit(text: string): { value: unknown; notice: FieldNotice | null };
  /** Formats a value for editing, in a field with focus. */
  formatForEditing(value: unknown): string;
  /** Formats a value for display, in a field without focus. */
  format(value: unknown): string;
  /** The value must not appear in notices, as for passwords. */
  readonly isSecret?: boolean;
}

/** The state of a typed text field. */
export interface TypedField {
  /** The text in the control. */
  readonly text: string;
  readonly value: unknown;
  readonly isFocused: boolean;
  /** The user has typed since the focus, so other changes of the value leave the text alone. */
  readonly isTyped: boolean;
  readonly notice: FieldNotice | null;
}

/** The events of a typed text field. */
export type TypedEvent =
  | { readonly type: 'focus' | 'blur' }
  /** The text of the control changed, by typing, pasting or deleting. */
  | { readonly type: 'input'; readonly text: string }
  /** The value was chosen in a calendar or stepped with an arrow key. */
  | { readonly type: 'choose'; readonly value: unknown }
  /** The text is applied as on blur, for example by a save while the field has the focus. */
  | { readonly type: 'commit' }
  /** The stored value changed, by a script, the response to a save or another user. */
  | { readonly type: 'update'; readonly value: unknown }
  /** The text of a notice is restored. */
  | { readonly type: 'restore'; readonly text: string };

/** The state of a field without focus that shows a stored value. */
export const createTypedField = (value: unknown, kind: TypedKind): TypedField => ({
  text: kind.format(value),
  value,
  isFocused: false,
  isTyped: false,
  notice: null,
});

/**
 * Reducer of a typed text field. Typed text is parsed and stored on each keystroke but never rewritten while the field
 * has the focus. It is formatted and limited on blur.
 */
export function reduceTypedField(field: TypedField, event: TypedEvent, kind: TypedKind): TypedField {
  switch (event.type) {
    case 'focus':
      return field.isFocused
        ? field
        : { ...field, isFocused: true, isTyped: false, text: kind.formatForEditing(field.value) };
    case 'input':
      return { text: event.text, value: kind.parse(event.text), isFocused: true, isTyped: true, notice: null };
    case 'choose':
      return { ...field, ...textOf(event.value, field, kind), value: event.value, isTyped: true, notice: null };
    case 'commit':
      return isOwn(field, kind) ? commitText(field, kind) : field;
    case 'blur': {
      const { value, notice } = isOwn(field, kind) ? kind.commit(field.text) : field;
      return { text: kind.format(value), value, notice, isFocused: false, isTyped: false };
    }
    case 'update':
      return updateValue(field, event.value, kind);
    case 'restore': {
      const message = field.notice?.message;
      const value = kind.parse(event.text);
      const notice = message === undefined ? null : { message };
      return { text: event.text, value, isFocused: true, isTyped: true, notice };
    }
  }
}

const textOf = (value: unknown, { isFocused }: TypedField, kind: TypedKind) => ({
  text: isFocused ? kind.formatForEditing(value) : kind.format(value),
});

/** Whether the value is what the user typed; another user may have changed it since. */
function isOwn({ isTyped, text, value }: TypedField, kind: TypedKind): boolean {
  return isTyped && (isSame(value, kind.parse(text)) || isSame(value, kind.commit(text).value));
}

/** A blank equals no value, because some fields stay empty until answered. */
const isSame = (one: unknown, other: unknown) => Object.is(one, other) || (isBlank(one) && isBlank(other));
const isBlank = (value: unknown) => typeof (value ?? '') === 'string' && trimText(String(value ?? '')) === '';

/**
 * Applies the text with the limits of the field. Cut-off or limited values are shown immediately, because a save stores
 * them; equivalent text stays as typed.
 */
function commitText(field: TypedField, kind: TypedKind): TypedField {
  const { value, notice } = kind.commit(field.text);
  return { ...field, value, notice: notice ?? field.notice, text: notice ? kind.formatForEditing(value) : field.text };
}

function updateValue(field: TypedField, value: unknown, kind: TypedKind): TypedField {
  if (isSame(value, field.value)) return field;
  if (!field.isFocused || !field.isTyped) return { ...field, ...textOf(value, field, kind), value };
  const next = { ...field, value };
  // A remote value is shown on blur, unless the user continues typing.
  return isOwn(next, kind) ? next : { ...next, notice: { message: changedElsewhere(value, kind) } };
}

/** The maximum length of a value quoted in a notice. */
const maxQuoted = 60;

function changedElsewhere(value: unknown, kind: TypedKind): string {
  if (kind.isSecret) return 'Changed somewhere else';
  const text = kind.format(value) || 'nothing';
  return `Changed somewhere else to ${text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text}`;
}
