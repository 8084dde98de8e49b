import { cloneJson } from '../copy-of.ts';
import type { AnyWidget, Form, FormContext, FormScope, FormValues, Problem, ValidWidget } from '../form.ts';
import { isEqual } from '../is-equal.ts';
import { isRecord } from '../is-record.ts';
import { answerIn, normalObject, normalOf, openPass } from '../normal-value.ts';
import { checkKinds, noScripts, presentScripts, type Script, type ScriptKind } from '../script.ts';
import { type Budget, fullBudget } from './budget.ts';
import { rowsOfWidget, storedValue } from './places.ts';
import {
  isHiddenHere,
  isList,
  objectIn,
  openList,
  openRow,
  placeRows,
  type Row,
  recordTyped,
  rowsOfList,
  type StateKind,
  setRows,
  stateHere,
} from './row.ts';
import { noProblems, validateWidget } from './validate-widget.ts';
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
      recordTyped(row, widget, true);
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
      Object.assign(work, allPlanned());
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
  recordTyped(row, widget, false);
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

/** Runs the planned conditions and calculations, in dependency order. */
function settleWork(work: PendingWork, budget: Budget = fullBudget()): void {
  // Everything that one change runs shares one budget, including validation.
  work.budget = budget;
  for (; work.lowest < work.form.order.length; work.lowest += 1) {
    const rank = work.lowest;
    const script = work.form.order[rank];
    if (!script) continue;
    const rows = rank < work.untouched ? work.scripts.get(rank) : rowsToOpen(work, script);
    work.untouched = Math.max(work.untouched, rank + 1);
    if (!rows) continue;
    work.scripts.delete(rank);
    for (const row of rows) effects[script.kind](work, script, row);
    // Re-run: a script may have opened rows with scripts of a lower rank.
    if (work.lowest < rank) work.lowest -= 1;
  }
}

/** The rows in which a script runs when the form is opened. Scripts that reject values run when it is validated. */
const rowsToOpen = ({ top }: PendingWork, { kind, widget }: Script): Row[] =>
  checkKinds.has(kind) ? [] : rowsOfWidget(widget, top, 0);

const settingOf = ({ context, budget }: PendingWork, row: Row) => ({ row, context, budget });

/** Runs the planned validation. */
function settleChecks(work: PendingWork): void {
  const { checks } = work;
  work.checks = new Map();
  if (checks) for (const [widget, rows] of checks) for (const row of rows) checkWidget(work, widget, row);
  else checkAll(work);
}

function checkAll(work: PendingWork): void {
  walk(work.form.root, work.top, (widget, row) => {
    if (widget.type === 'broken') return false;
    checkWidget(work, widget, row);
    return true;
  });
}

const effects: Record<ScriptKind, (work: PendingWork, script: Script, row: Row) => void> = {
  condition: showOrHide,
  initial: calculate,
  validation: (work, script, row) => planCheck(work, script.widget, row),
  minimum: (work, script, row) => planCheck(work, script.widget, row),
  maximum: (work, script, row) => planCheck(work, script.widget, row),
  required: (work, script, row) => storeState(work, script, { row, kind: 'required' }),
  readonly: (work, script, row) => storeState(work, script, { row, kind: 'readonly' }),
  option: offerOption,
};

/** Stores whether a script offers an option. One that fails withholds nothing. */
function offerOption(work: PendingWork, script: Script, row: Row): void {
  const { widget, runner, option = '' } = script;
  const { value: isOffered, failure } = runner.shows(script, settingOf(work, row));
  recordFailure(work, { script, row, failure });
  const state = stateHere(widget, row);
  if (isOffered !== (state.withheld?.has(option) ?? false)) return;
  const withheld = new Set(state.withheld);
  if (isOffered) withheld.delete(option);
  else withheld.add(option);
  row.states ??= new Map();
  row.states.set(widget.number, { ...state, withheld });
  planCheck(work, widget, row);
  work.touch(widget, row);
}

/** Stores whether a script requires or locks its widget. A script that fails does neither. */
function storeState(work: PendingWork, script: Script, { row, kind }: { row: Row; kind: StateKind }): void {
  const { widget, runner } = script;
  const { value, failure } = runner.shows(script, settingOf(work, row));
  recordFailure(work, { script, row, failure });
  const state = stateHere(widget, row);
  const isSo = value && failure === null;
  if ((state[kind] ?? false) === isSo) return;
  row.states ??= new Map();
  row.states.set(widget.number, { ...state, [kind]: isSo });
  planCheck(work, widget, row);
  if (kind === 'readonly') walk(widget, row, (each, place) => touched(work, each, place));
  else work.touch(widget, row);
}

function touched(work: PendingWork, widget: AnyWidget, row: Row): boolean {
  if (widget.type !== 'broken') work.touch(widget, row);
  return true;
}

/** Conditional visibility: shows or hides a widget by the result of its condition. */
function showOrHide(work: PendingWork, script: Script, row: Row): void {
  const { widget } = script;
  const { value: isShown, failure } = script.runner.shows(script, settingOf(work, row));
  recordFailure(work, { script, row, failure });
  if (isShown !== isHiddenHere(widget, row)) return;
  row.hidden ??= new Set();
  if (isShown) row.hidden.delete(widget.number);
  else row.hidden.add(widget.number);
  work.shifts += 1;
  // Problems inside a hidden part do not count, so rebuild the list.
  work.problems = null;
  updateView(widget, row);
  work.touch(widget, row);
  invalidateAll(work, widget, row);
}

function calculate(work: PendingWork, script: Script, row: Row): void {
  const { widget } = script;
  if (!isCalculated(work, widget, row) || row.typed?.get(widget.number)) return;
  const { value, failure } = script.runner.initialValue(script, settingOf(work, row));
  recordFailure(work, { script, row, failure });
  if (failure !== null) return;
  const now = storedValue(widget, row);
  const newValue = Array.isArray(value) ? withIds(value, now) : value;
  const normal = normalOf(widget, newValue, work.context);
  const isAsBefore = isEqual(normal, now);
  const isUnknown = !widget.isLocked && work.calculation === 'untyped' && row.typed?.get(widget.number) === undefined;
  recordTyped(row, widget, isUnknown && !isAsBefore);
  if (!isAsBefore && !isUnknown) storeValue(work, { widget, row, value: normal });
}

function isCalculated({ calculation }: PendingWork, widget: ValidWidget, row: Row): boolean {
  if (calculation === 'none') return false;
  if (widget.isLocked) return true;
  if (calculation === 'emptyInRows') return row.parent !== null && storedValue(widget, row) === undefined;
  return calculation !== 'calculated';
}

/** Stores a value in a row, updates what scripts see, and plans the scripts that read it. */
function storeValue(
  work: PendingWork,
  { widget, row, value }: { widget: ValidWidget; row: Row; value: unknown },
): void {
  const object = objectIn(row.data, widget.scope);
  if (!object || widget.key === '') return;
  if (value === undefined) delete object[widget.key];
  else object[widget.key] = value;
  if (isList(widget)) {
    openList(row, widget, value);
    work.shifts += 1;
  }
  updateView(widget, row);
  work.touch(widget, row);
  if (isList(widget)) invalidateAll(work, widget, row);
  else invalidate(work, widget, row);
}

function checkWidget(work: PendingWork, widget: ValidWidget, row: Row): void {
  const scripts = work.form.scripts[widget.number] ?? noScripts;
  const problems = validateWidget({ widget, scripts }, settingOf(work, row));
  const before = row.problems?.get(widget.number) ?? noProblems;
  if (problems.length === 0 ? before.length === 0 : isEqual(problems, before)) return;
  row.problems ??= new Map();
  if (problems.length > 0) row.problems.set(widget.number, problems);
  else row.problems.delete(widget.number);
  work.problems = null;
  work.touch(widget, row);
}

function recordFailure(work: PendingWork, update: { script: Script; row: Row; failure: string | null }): void {
  const { script, row, failure } = update;
  if ((row.failures?.get(script) ?? null) === failure) return;
  row.failures ??= new Map();
  if (failure === null) row.failures.delete(script);
  else row.failures.set(script, failure);
  planCheck(work, script.widget, row);
}

/** A calculated list keeps the ids of its previous rows, so that they stay the same rows. */
function withIds(items: unknown[], before: unknown): unknown[] {
  const earlier: unknown[] = Array.isArray(before) ? before : [];
  return items.map((item, index) => {
    const row = earlier[index];
    return isRecord(item) && isRecord(row) ? { _id: row._id, ...item } : item;
  });
}

/**
 * Which initial values are computed. `none`; `calculated`: only calculated fields; `emptyInRows`: also empty fields in
 * rows; `untyped`: also fields that nobody typed in; `all`.
 */
type Calculation = 'none' | 'calculated' | 'emptyInRows' | 'untyped' | 'all';

/** A filling's state, and the work that a change has planned (dirty scripts). */
interface PendingWork {
  readonly form: Form;
  readonly top: Row;
  readonly calculation: Calculation;
  context: FormContext;
  /** Called for each widget whose value, visibility, rows or problems changed. */
  readonly touch: (widget: ValidWidget, row: Row) => void;
  budget: Budget;
  /** The rows in which the script of each rank below `untouched` has to run. */
  scripts: Map<number, Set<Row>>;
  /** The lowest rank with planned work. */
  lowest: number;
  /** The scripts from this rank on have to run in all rows. */
  untouched: number;
  /** The cached list of problems; null if it has to be rebuilt. */
  problems: readonly Problem[] | null;
  /** A counter of changes to visibility and rows. */
  shifts: number;
  /**
   * The rows in which a widget has to be validated. Null before the first validation: then all are, without keeping a
   * list.
   */
  checks: Map<ValidWidget, Set<Row>> | null;
}

/** The initial state of a filling. */
function openWork(from: Pick<PendingWork, 'form' | 'top' | 'calculation' | 'context' | 'touch'>): PendingWork {
  return { ...from, ...allPlanned(), problems: null, shifts: 0, budget: fullBudget() };
}

/** The plan to run all scripts. */
function allPlanned(): Pick<PendingWork, 'scripts' | 'lowest' | 'untouched' | 'checks'> {
  return { scripts: new Map(), lowest: 0, untouched: 0, checks: null };
}

/** Invalidates the readers of a value that changed or was hidden or shown. */
function invalidate(work: PendingWork, widget: ValidWidget, row: Row): void {
  planCheck(work, widget, row);
  for (const { script, shared } of work.form.readers[widget.number] ?? []) {
    for (const each of rowsOfWidget(script.widget, row, shared)) planScript(work, script, each);
  }
}

/** Invalidates the contents of a widget that was added, removed or moved, and their readers. */
function invalidateAll(work: PendingWork, widget: AnyWidget, row: Row): void {
  walk(widget, row, (each, place) => {
    if (each.type === 'broken') return false;
    if (each !== widget) planScripts(work, each, place);
    invalidate(work, each, place);
    return true;
  });
}

/** Plans the scripts of a widget, except those that reject values. */
function planScripts(work: PendingWork, { number }: ValidWidget, row: Row): void {
  const scripts = work.form.scripts[number];
  // Performance: most widgets have no script.
  if (!scripts || scripts === noScripts) return;
  for (const script of presentScripts(scripts)) if (!checkKinds.has(script.kind)) planScript(work, script, row);
}

/** Plans the validation of a widget in a row. */
function planCheck({ checks }: PendingWork, widget: ValidWidget, row: Row): void {
  if (!checks) return;
  const rows = checks.get(widget);
  if (rows) rows.add(row);
  else checks.set(widget, new Set([row]));
}

function planScript(work: PendingWork, script: Script, row: Row): void {
  const rank = work.form.ranks.get(script);
  if (checkKinds.has(script.kind)) planCheck(work, script.widget, row);
  // A script without a rank is in a dependency cycle and never runs.
  if (rank === undefined || rank >= work.untouched) return;
  const rows = work.scripts.get(rank);
  if (rows) rows.add(row);
  else work.scripts.set(rank, new Set([row]));
  work.lowest = Math.min(work.lowest, rank);
}
