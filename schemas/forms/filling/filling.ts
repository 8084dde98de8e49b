import { cloneJson } from '../copy-of.ts';
import type { AnyWidget, Form, FormContext, FormScope, FormValues, Problem, ValidWidget } from '../form.ts';
import { isRecord } from '../is-record.ts';
import { answerIn, normalObject, openPass } from '../normal-value.ts';
import type { Budget } from './budget.ts';
import { type Calculation, invalidate, invalidateAll, openWork, type PendingWork, planAll } from './planned-work.ts';
import { isHiddenHere, openRow, placeRows, type Row, rowsOfList, setRows, setTyped } from './row.ts';
import { settleChecks, settleWork, storeValue } from './settle-work.ts';
import { updateView } from './view.ts';
import { walk } from './walk.ts';

/**
 * An open form with its data. After each call visibility and calculations are up to date; only scripts that read
 * changed values have run again (incremental recomputation). The server's validation is a filling that never changes.
 */
export interface Filling {
  readonly form: Form;
  /** The whole form as the outermost row. */
  readonly top: Row;
  /** A copy of the current data. */
  data(): FormValues;
  /**
   * The validation problems in the order of the form; the same array until one changes. Validation is lazy: it runs on
   * this call, so that typing costs no validation.
   */
  problems(): readonly Problem[];
  /** A counter that changes when the visibility of something or the rows of a list may have changed. */
  visibilityRevision(): number;
  /**
   * Stores a person's input; undefined removes the value, and so does a blank in a field that is empty until answered.
   */
  set(widget: ValidWidget, row: Row, value: unknown): void;
  /** Adds a row with its initial values, at the end or at index `at`. */
  addRow(list: ValidWidget, row: Row, at?: number): Row;
  /** Adds a copy of a row below it; it and the rows inside get new ids. */
  duplicateRow(row: Row): Row;
  removeRow(row: Row): void;
  /** Restores a removed row at its index (undo). */
  restoreRow(row: Row): void;
  /** Moves a row in its list to index `to`. */
  moveRow(row: Row, to: number): void;
  /** Replaces the client, user, channel and order that scripts read. */
  useContext(context: FormContext): void;
}

export interface FillingOptions {
  calculation: Calculation;
  /** The step budget for opening it, if shared; by default a full one. */
  budget?: Budget;
  /** Called for each widget and row whose value, visibility, rows or problems changed. */
  onTouch?: (widget: ValidWidget, row: Row) => void;
}

/** Opens a form with normalized data. Never throws, whatever the data are. */
export function createFilling(form: Form, data: unknown, context: FormContext, options: FillingOptions): Filling {
  const top = openRow({ id: '', parent: null, list: null, scope: form.scope, index: 0 }, data);
  const work = openWork({ form, top, context, calculation: options.calculation, touch: options.onTouch ?? ignore });
  if (form.root.type !== 'broken') updateView(form.root, top);
  planAll(work);
  settleWork(work, options.budget);
  return {
    form,
    top,
    // Rows and objects are mutated while filling, so return a copy.
    data: () => cloneJson(top.data),
    problems: () => {
      settleChecks(work);
      work.problems ??= problemsIn(work);
      return work.problems;
    },
    visibilityRevision: () => work.shifts,
    set: (widget, row, value) => {
      setTyped(row, widget, true);
      storeValue(work, {
        widget,
        row,
        value: (widget.config.emptyUntilAnswered ? answerIn(value) : value) ?? undefined,
      });
      settleWork(work);
    },
    addRow: (list, row, at) => addRow(work, { list, row, at }),
    duplicateRow: (row) => duplicateRow(work, row),
    removeRow: (row) => changeRows(work, row, (rows) => rows.filter((each) => each !== row)),
    restoreRow: (row) => changeRows(work, row, (rows) => rows.toSpliced(Math.min(row.index, rows.length), 0, row)),
    moveRow: (row, to) =>
      changeRows(work, row, (rows) => rows.filter((each) => each !== row).toSpliced(Math.max(0, to), 0, row)),
    useContext: (changed) => {
      work.context = changed;
      planAll(work);
      settleWork(work);
    },
  };
}

const ignore = () => undefined;

function addRow(work: PendingWork, { list, row, at }: { list: ValidWidget; row: Row; at: number | undefined }): Row {
  const { idOf } = work.context;
  const rows = rowsOfList(row, list);
  const index = Math.min(at ?? rows.length, rows.length);
  const values = normalObject(openPass(work.context, { isNew: true }), list.inner, { _id: idOf() });
  const added = openRow({ id: String(values._id), parent: row, list, scope: list.inner, index }, values);
  // Nobody has typed in a new row, whatever its values are.
  for (const { columns } of list.rows) {
    for (const column of columns) walk(column.widget, added, markUntyped);
  }
  replaceRows(work, { list, row, rows: rows.toSpliced(index, 0, added) });
  return added;
}

function duplicateRow(work: PendingWork, original: Row): Row {
  const { parent, list } = original;
  if (!parent || !list) return original;
  const { idOf } = work.context;
  // Without ids the data are those of a new row.
  const copy = withoutIds(list.inner, cloneJson(original.data));
  const values = normalObject(openPass(work.context), list.inner, copy);
  const index = original.index + 1;
  const row = openRow({ id: idOf(), parent, list, scope: list.inner, index }, values);
  row.data._id = row.id;
  replaceRows(work, { list, row: parent, rows: rowsOfList(parent, list).toSpliced(index, 0, row) });
  return row;
}

/** Removes the `_id` of an object and of the rows inside it. */
function withoutIds(scope: FormScope, { _id, ...values }: FormValues): FormValues {
  for (const [key, { inner }] of scope.owners) {
    const value = values[key];
    if (Array.isArray(value)) values[key] = value.map((row) => (isRecord(row) ? withoutIds(inner, row) : row));
    else if (isRecord(value)) values[key] = withoutIds(inner, value);
  }
  return values;
}

function markUntyped(widget: AnyWidget, row: Row): boolean {
  setTyped(row, widget, false);
  return true;
}

function changeRows(work: PendingWork, { parent, list }: Row, change: (rows: readonly Row[]) => readonly Row[]): void {
  if (!parent || !list) return;
  replaceRows(work, { list, row: parent, rows: change(rowsOfList(parent, list)) });
}

/** Rows that keep their index keep their results. Scripts in the other rows may read the index, so they run again. */
function replaceRows(
  work: PendingWork,
  { list, row, rows }: { list: ValidWidget; row: Row; rows: readonly Row[] },
): void {
  const before = rowsOfList(row, list);
  const moved = rows.filter((each, index) => each !== before[index]);
  setRows(row, list, rows);
  placeRows(row, list);
  work.problems = null;
  work.shifts += 1;
  updateView(list, row);
  work.touch(list, row);
  invalidate(work, list, row);
  for (const each of moved) {
    for (const { columns } of list.rows) for (const { widget } of columns) invalidateAll(work, widget, each);
  }
  settleWork(work);
}

function problemsIn({ form, top }: PendingWork): Problem[] {
  const problems: Problem[] = [];
  walk(form.root, top, (widget, row) => {
    problems.push(...(row.problems?.get(widget.number) ?? []));
    return !isHiddenHere(widget, row);
  });
  return problems;
}
