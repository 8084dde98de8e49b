import { trimText } from '#schemas/typed-values/parsed.ts';

/** Tells a person that a value is stored otherwise than it was typed. */
export interface FieldNotice {
  /** 'Stored as 7: no decimals here'. */
  readonly message: string;
  /** The text that one press brings back, and what the button calls it; absent once it is back. */
  readonly restore?: { readonly text: string; readonly label: string };
}

/** How one kind of field reads what is typed into it, and how it shows a value. */
export interface TypedKind {
  /** The value of a text while it is being typed; the text itself when it cannot be read. */
  read(text: string): unknown;
  /** The value that is stored once the field is left, and what to say about it. */
  settle(text: string): { value: unknown; notice: FieldNotice | null };
  /** The text of a value in a field with focus, where it can be edited. */
  edit(value: unknown): string;
  /** The text of a value in a field without focus. */
  show(value: unknown): string;
  /** Nothing is said of what the value is. */
  readonly isSecret?: boolean;
}

/** A text field of any kind, from its first key to what it stores. */
export interface TypedField {
  /** What the control shows. */
  readonly text: string;
  readonly value: unknown;
  readonly isFocused: boolean;
  /** The text is the person's own since the field got focus; what else may change the value leaves the text alone. */
  readonly isTyped: boolean;
  readonly notice: FieldNotice | null;
}

export type TypedEvent =
  | { readonly type: 'focus' | 'blur' }
  /** A key, a paste, a deletion: whatever changed the text of the control. */
  | { readonly type: 'input'; readonly text: string }
  /** The value was picked in a calendar, or stepped with an arrow key. */
  | { readonly type: 'choose'; readonly value: unknown }
  /** The text is used as if the field were left, for example by a save while it has focus. */
  | { readonly type: 'commit' }
  /** The stored value changed: by a script, the response to a save, or another person. */
  | { readonly type: 'update'; readonly value: unknown }
  /** The text that a notice speaks of is brought back into the field. */
  | { readonly type: 'restore'; readonly text: string };

/** A field without focus that shows a stored value. */
export const shownField = (value: unknown, kind: TypedKind): TypedField => ({
  text: kind.show(value),
  value,
  isFocused: false,
  isTyped: false,
  notice: null,
});

/**
 * The next state of a field. A text that somebody types is parsed and stored at each key but never rewritten while the field
 * has focus: it is formatted, and limited to what the field may hold, when the field is left.
 */
export function reduceTypedField(field: TypedField, event: TypedEvent, kind: TypedKind): TypedField {
  switch (event.type) {
    case 'focus':
      return field.isFocused ? field : { ...field, isFocused: true, isTyped: false, text: kind.edit(field.value) };
    case 'input':
      return { text: event.text, value: kind.read(event.text), isFocused: true, isTyped: true, notice: null };
    case 'choose':
      return { ...field, ...textOf(event.value, field, kind), value: event.value, isTyped: true, notice: null };
    case 'commit':
      return isOwn(field, kind) ? committed(field, kind) : field;
    case 'blur': {
      const { value, notice } = isOwn(field, kind) ? kind.settle(field.text) : field;
      return { text: kind.show(value), value, notice, isFocused: false, isTyped: false };
    }
    case 'update':
      return updated(field, event.value, kind);
    case 'restore': {
      const message = field.notice?.message;
      const value = kind.read(event.text);
      const notice = message === undefined ? null : { message };
      return { text: event.text, value, isFocused: true, isTyped: true, notice };
    }
  }
}

const textOf = (value: unknown, { isFocused }: TypedField, kind: TypedKind) => ({
  text: isFocused ? kind.edit(value) : kind.show(value),
});

/** Whether the value is the one that the person typed: another person may have changed it meanwhile. */
function isOwn({ isTyped, text, value }: TypedField, kind: TypedKind): boolean {
  return isTyped && (isSame(value, kind.read(text)) || isSame(value, kind.settle(text).value));
}

/** A blank is stored as no value where a field stays empty until it is answered. */
const isSame = (one: unknown, other: unknown) => Object.is(one, other) || (isBlank(one) && isBlank(other));
const isBlank = (value: unknown) => typeof (value ?? '') === 'string' && trimText(String(value ?? '')) === '';

/** What was cut off or limited is shown at once, because a save stores it; a text that says the same stays as it is. */
function committed(field: TypedField, kind: TypedKind): TypedField {
  const { value, notice } = kind.settle(field.text);
  return { ...field, value, notice: notice ?? field.notice, text: notice ? kind.edit(value) : field.text };
}

function updated(field: TypedField, value: unknown, kind: TypedKind): TypedField {
  if (isSame(value, field.value)) return field;
  if (!field.isFocused || !field.isTyped) return { ...field, ...textOf(value, field, kind), value };
  const next = { ...field, value };
  // The value of another person is shown when the field is left, unless this one goes on typing.
  return isOwn(next, kind) ? next : { ...next, notice: { message: changedElsewhere(value, kind) } };
}

/** Longer texts are cut in what is said of them. */
const maxQuoted = 60;

function changedElsewhere(value: unknown, kind: TypedKind): string {
  if (kind.isSecret) return 'Changed elsewhere';
  const text = kind.show(value) || 'nothing';
  return `Changed elsewhere to ${text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text}`;
}
