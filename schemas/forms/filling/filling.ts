import { copyOf } from '../copy-of.ts';
import type { AnyWidget, Form, FormContext, FormData, Problem, Scope, SoundWidget } from '../form.ts';
import { isRecord } from '../is-record.ts';
import { answerIn, normalObject, openPass } from '../normal-value.ts';
import type { Budget } from './budget.ts';
import { isHiddenHere, openRow, placeRows, type Row, rowsIn, setRows, setTyped } from './row.ts';
import { settleChecks, settleWork, storeValue } from './settle-work.ts';
import { sync } from './view.ts';
import { walk } from './walk.ts';
import { type Calculation, concern, concernAll, openWork, planAll, type Work } from './work.ts';

/**
 * A form with its data while they change: after each call all that shows and calculates is worked out, and only what reads
 * what has changed has run again. The server's single check is a filling that never changes.
 */
export interface Filling {
  readonly form: Form;
  /** The whole form as the outermost row. */
  readonly top: Row;
  /** The data as they are now, as a copy of their own. */
  data(): FormData;
  /**
   * What refuses the data now, in the order of the form: the same list as long as nothing in it changes. What a change may
   * have made wrong is checked when this is asked, so that filling without asking costs no checks.
   */
  problems(): readonly Problem[];
  /** How often what is hidden may have changed: another number when a script hid or showed something, or rows came or went. */
  shifts(): number;
  /** Stores what a person gave a widget; undefined takes the value away, as a blank does where it is empty until answered. */
  set(widget: SoundWidget, row: Row, value: unknown): void;
  /** Adds a row to a list, with its initial values, at the end or at `at`. */
  addRow(list: SoundWidget, row: Row, at?: number): Row;
  /** Adds a row with the same values after the given one; it and the rows in it get ids of their own. */
  duplicateRow(row: Row): Row;
  removeRow(row: Row): void;
  /** Puts a row that was removed back where it was. */
  putRowBack(row: Row): void;
  /** Moves a row within its list to the place numbered `to`. */
  moveRow(row: Row, to: number): void;
  /** Tells that the client, user, channel or order are others now. */
  useContext(context: FormContext): void;
}

export interface FillingOptions {
  calculation: Calculation;
  /** What opening it may spend, where others share it; a full one of its own if not said. */
  budget?: Budget;
  /** Hears of every widget whose value, visibility, rows or problems changed, in which row. */
  onTouch?: (widget: SoundWidget, row: Row) => void;
}

/** Opens a form on data in normal form. Never throws, whatever the data are. */
export function createFilling(form: Form, data: unknown, context: FormContext, options: FillingOptions): Filling {
  const top = openRow({ id: '', parent: null, list: null, scope: form.scope, index: 0 }, data);
  const work = openWork({ form, top, context, calculation: options.calculation, touch: options.onTouch ?? ignore });
  if (form.root.type !== 'broken') sync(form.root, top);
  planAll(work);
  settleWork(work, options.budget);
  return {
    form,
    top,
    // Rows and objects change in place while filling, so what leaves is a copy.
    data: () => copyOf(top.data),
    problems: () => {
      settleChecks(work);
      work.problems ??= problemsIn(work);
      return work.problems;
    },
    shifts: () => work.shifts,
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
    putRowBack: (row) => changeRows(work, row, (rows) => rows.toSpliced(Math.min(row.index, rows.length), 0, row)),
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

function addRow(work: Work, { list, row, at }: { list: SoundWidget; row: Row; at: number | undefined }): Row {
  const { idOf } = work.context;
  const rows = rowsIn(row, list);
  const index = Math.min(at ?? rows.length, rows.length);
  const values = normalObject(openPass(work.context, { isNew: true }), list.inner, { _id: idOf() });
  const added = openRow({ id: String(values._id), parent: row, list, scope: list.inner, index }, values);
  // Nobody has typed in a new row yet, whatever its values are.
  for (const { columns } of list.rows) {
    for (const column of columns) walk(column.widget, added, untouched);
  }
  replaceRows(work, { list, row, rows: rows.toSpliced(index, 0, added) });
  return added;
}

function duplicateRow(work: Work, original: Row): Row {
  const { parent, list } = original;
  if (!parent || !list) return original;
  const { idOf } = work.context;
  // Without its ids it is normal data of a row that has none yet.
  const copy = withoutIds(list.inner, copyOf(original.data));
  const values = normalObject(openPass(work.context), list.inner, copy);
  const index = original.index + 1;
  const row = openRow({ id: idOf(), parent, list, scope: list.inner, index }, values);
  row.data._id = row.id;
  replaceRows(work, { list, row: parent, rows: rowsIn(parent, list).toSpliced(index, 0, row) });
  return row;
}

/** The values of an object without its `_id` and those of the rows in it. */
function withoutIds(scope: Scope, { _id, ...values }: FormData): FormData {
  for (const [key, { inner }] of scope.owners) {
    const value = values[key];
    if (Array.isArray(value)) values[key] = value.map((row) => (isRecord(row) ? withoutIds(inner, row) : row));
    else if (isRecord(value)) values[key] = withoutIds(inner, value);
  }
  return values;
}

function untouched(widget: AnyWidget, row: Row): boolean {
  setTyped(row, widget, false);
  return true;
}

function changeRows(work: Work, { parent, list }: Row, change: (rows: readonly Row[]) => readonly Row[]): void {
  if (!parent || !list) return;
  replaceRows(work, { list, row: parent, rows: change(rowsIn(parent, list)) });
}

/** Rows that keep their number keep what was worked out in them; scripts may read the number of all others. */
function replaceRows(work: Work, { list, row, rows }: { list: SoundWidget; row: Row; rows: readonly Row[] }): void {
  const before = rowsIn(row, list);
  const moved = rows.filter((each, index) => each !== before[index]);
  setRows(row, list, rows);
  placeRows(row, list);
  work.problems = null;
  work.shifts += 1;
  sync(list, row);
  work.touch(list, row);
  concern(work, list, row);
  for (const each of moved) {
    for (const { columns } of list.rows) for (const { widget } of columns) concernAll(work, widget, each);
  }
  settleWork(work);
}

function problemsIn({ form, top }: Work): Problem[] {
  const problems: Problem[] = [];
  walk(form.root, top, (widget, row) => {
    problems.push(...(row.problems?.get(widget.number) ?? []));
    return !isHiddenHere(widget, row);
  });
  return problems;
}
