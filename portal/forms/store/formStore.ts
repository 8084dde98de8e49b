import type { Filling } from '#schemas/forms/filling/filling.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Form, FormContext, FormData, Normalized, Problem, SoundWidget } from '#schemas/forms/form.ts';
import type { HiddenField } from '#schemas/forms/why/hidden-fields.ts';
import type { FieldNotice } from '../typed/typedField.ts';
import type { Numbered } from './elementIds.ts';

/** What a field shows of itself; the same object as long as none of it changes. */
export interface CellState {
  readonly isShown: boolean;
  readonly isRequired: boolean;
  /** What refuses its value, once it was left or a save was tried. */
  readonly messages: readonly string[];
  /** What of it a moderator has waived, or the booked order had already: said calmly, and counted nowhere. */
  readonly waived: readonly string[];
  /** A list's rows. */
  readonly rows: readonly Row[];
  /** What to say of a value that is stored otherwise than it was typed, until something else is typed. */
  readonly notice: FieldNotice | null;
}

/**
 * A form on the screen: its values, and one cell for each widget in each row with subscribers of its own, so that a key in
 * one field repaints that field and those that a script changes because of it.
 */
export interface FormStore {
  /** Another one after `takeForm`. */
  readonly form: Form;
  /** The whole form as the outermost row; another one after `replace`. */
  readonly top: () => Row;
  readonly isReadOnly: boolean;

  /** The values as they are now, in a copy that changes no more. */
  values(): FormData;
  /** What refuses them, the server's word included: the same list as long as nothing in it changes. */
  problems(): readonly Problem[];
  /** Whether a save was tried, so that every problem is shown. */
  hasTried(): boolean;
  /** Hears of every change of values, problems or `hasTried`. */
  watch(listener: () => void): () => void;

  /** The fields that scripts hide now: the same list until a script may have hidden or shown another, or rows came or went. */
  hidden(): readonly HiddenField[];
  /** Hears when that is so; never of other typing. */
  watchHidden(listener: () => void): () => void;
  /** What scripts are told of the client, user, channel and order, and of the time. */
  context(): FormContext;

  /** Shows every problem, as after a save that was tried; answers whether there is none. */
  showProblems(): boolean;
  /** Takes what is said at these places for waived, by paths within the data. */
  waive(granted: readonly Pick<Problem, 'path' | 'message'>[]): void;
  /** Takes these problems for what was already so before the change that is typed: they refuse nothing. */
  exempt(existing: readonly Pick<Problem, 'path' | 'message'>[]): void;
  /** The form as it is filled, for what compares it with another filling. */
  filling(): Filling;
  /** Shows what the server refused. Each is taken back when its value changes. */
  takeServerProblems(problems: readonly Problem[]): void;
  /** How many problems a person is shown within a widget: those of fields that were left, all after a save was tried. */
  problemCount(widget: SoundWidget, row: Row): number;
  /**
   * Puts the focus where a problem is: its field, else the nearest place around it that has one. What is closed around it
   * is opened first.
   */
  focusProblem(path: string): void;
  /**
   * Other values, from one's own save or another person's; equal ones change nothing. What was left or tried stays so, and a
   * text that is being typed is not rewritten.
   */
  replace(values: FormData): void;
  /** What a save has changed, by paths within the data: what was limited is told at its field. Answers the rest. */
  takeNormalized(changes: readonly Normalized[]): Normalized[];
  /** The same form with its scripts, for one that was read ahead of them: what is typed, and the focus, stay. */
  takeForm(form: Form): void;
  /** The client, user, channel or order are others now. */
  useContext(context: FormContext): void;

  cell(widget: SoundWidget, row: Row): CellState;
  value(widget: SoundWidget, row: Row): unknown;
  subscribe(widget: SoundWidget, row: Row, listener: () => void): () => void;
  set(widget: SoundWidget, row: Row, value: unknown): void;
  /** Makes one change of several: problems are worked out, and the page is painted, once for all of them. */
  together(changes: () => void): void;
  /** Says something of a field's value at the field; null takes it back. */
  notify(widget: SoundWidget, row: Row, notice: FieldNotice | null): void;
  /** The focus is in a field of text; `commit` uses what was typed there as if the field were left. */
  enter(widget: SoundWidget, row: Row, commit: () => void): void;
  /** What is being typed is to be used now, say by a save: a number is limited as if its field were left. */
  settleEntered(): void;
  /** The focus has left a field: from now on it says what is wrong. */
  leave(widget: SoundWidget, row: Row): void;
  addRow(list: SoundWidget, row: Row): Row;
  /** A row of the same values after the given one. */
  duplicateRow(row: Row): Row;
  removeRow(row: Row): void;
  /** Puts a row that was removed back where it was, with all that stands in it. */
  putRowBack(row: Row): void;
  moveRow(row: Row, to: number): void;
  /** Tells how a widget that keeps things out of sight shows what stands in it in a row. Answers how to take that back. */
  onReveal(widget: SoundWidget, row: Row, reveal: (inside: Row) => void): () => void;
  /** The id of a field's element on the page. */
  elementId(widget: Numbered, row: Row): string;
  /** The id of a row's element on the page. */
  rowId(row: Row): string;
}

export interface FormStoreOptions {
  form: Form;
  values: FormData;
  context: FormContext;
  isReadOnly?: boolean;
}
