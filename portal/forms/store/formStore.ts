import type { Filling } from '#schemas/forms/filling/filling.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type {
  AnyWidget,
  Form,
  FormContext,
  FormValues,
  NormalizedValue,
  Problem,
  ValidWidget,
} from '#schemas/forms/form.ts';
import type { FieldNotice } from '../typed/typedField.ts';
import type { NumberedWidget } from './elementIds.ts';

/** The render state of a field; a stable object until part of it changes. */
export interface CellState {
  readonly isShown: boolean;
  readonly isRequired: boolean;
  /** Whether the form or one of its scripts locks the field. */
  readonly isLocked: boolean;
  /** The validation errors, shown after blur or a failed submit. */
  readonly messages: readonly string[];
  /** The errors that a moderator waived, or that the booked order already had. Shown as notes and not counted. */
  readonly waived: readonly string[];
  /** The rows of a list. */
  readonly rows: readonly Row[];
  /** The notice that the stored value differs from the typed text, until the user types again. */
  readonly notice: FieldNotice | null;
}

/**
 * The store of a form on the page: its values, and one cell with its own subscribers per widget and row, so that a
 * keystroke re-renders only that field and the fields that scripts change in response.
 */
export interface FormStore extends Pick<Filling, 'duplicateRow' | 'removeRow' | 'restoreRow'> {
  /** Replaced by `replaceForm`. */
  readonly form: Form;
  /** The form as the outermost row; replaced by `replace`. */
  readonly rootRow: () => Row;
  readonly isReadOnly: boolean;

  /** The current values, as an immutable copy. */
  values(): FormValues;
  /** All validation errors, including those of the server; a stable array until one changes. */
  problems(): readonly Problem[];
  /** Whether a submit was attempted, so that all errors are shown. */
  wasSubmitted(): boolean;
  /** Subscribes to changes of values, errors or `hasTried`. Returns the unsubscribe function. */
  subscribeAll(listener: () => void): () => void;

  /** A counter that grows when scripts may have shown or hidden a field, or rows changed. */
  visibilityRevision(): number;
  /** Subscribes to changes of `visibilityRevision` only. */
  subscribeVisibility(listener: () => void): () => void;
  /** The context of scripts: client, user, channel, order and time. */
  context(): FormContext;

  /** Shows all errors, as after an attempted submit. Returns whether there are none. */
  showProblems(): boolean;
  /** Treats the errors at these paths as waived. */
  waive(granted: readonly Pick<Problem, 'path' | 'message'>[]): void;
  /** Ignores these errors because they existed before the current change. */
  exempt(existing: readonly Pick<Problem, 'path' | 'message'>[]): void;
  /** The filled form, to compare it with another one. */
  filling(): Filling;
  /** Shows validation errors of the server. Each is removed when its value changes. */
  setServerErrors(problems: readonly Problem[]): void;
  /** The number of errors shown within a widget: those of fields after blur, all after an attempted submit. */
  problemCount(widget: ValidWidget, row: Row): number;
  /** Focuses the field of an error, or the nearest ancestor that is rendered. Opens closed containers first. */
  focusProblem(path: string): void;
  /**
   * Replaces the values, for example after a save or a remote change; equal values change nothing. Keeps which fields
   * were left and does not rewrite text that is being typed.
   */
  replace(values: FormValues): void;
  /**
   * Applies values that the server normalized, by path: limited numbers get a notice at their field. Returns the other
   * changes.
   */
  applyNormalized(changes: readonly NormalizedValue[]): NormalizedValue[];
  /** Replaces a form that was preloaded without its scripts. Keeps values and focus. */
  setForm(form: Form): void;
  /** Replaces the script context when client, user, channel or order change. */
  setContext(context: FormContext): void;

  cell(widget: ValidWidget, row: Row): CellState;
  value(widget: ValidWidget, row: Row): unknown;
  subscribe(widget: ValidWidget, row: Row, listener: () => void): () => void;
  set(widget: ValidWidget, row: Row, value: unknown): void;
  /** Batches several changes: validation and rendering run once. */
  batch(changes: () => void): void;
  /** Sets or clears (null) the notice of a field. */
  notify(widget: ValidWidget, row: Row, notice: FieldNotice | null): void;
  /** Registers the focused text field; `commit` applies its text as on blur. */
  enter(widget: ValidWidget, row: Row, commit: () => void): void;
  /** Commits the text being typed, for example before a save: numbers are limited as on blur. */
  commitFocused(): void;
  /** Marks a field as left: from now on it shows its errors. */
  leave(widget: ValidWidget, row: Row): void;
  addRow(list: ValidWidget, row: Row): Row;
  moveRow(row: Row, to: number): void;
  /** Registers how a widget that hides content reveals a widget inside, in its row. Returns the unregister function. */
  onReveal(widget: ValidWidget, row: Row, reveal: (inside: Row, widget: AnyWidget) => void): () => void;
  /** The DOM id of a field. */
  elementId(widget: NumberedWidget, row: Row): string;
  /** The DOM id of a row. */
  rowId(row: Row): string;
}

/** What a form store is created from. */
export interface FormStoreOptions {
  form: Form;
  values: FormValues;
  context: FormContext;
  isReadOnly?: boolean;
}
