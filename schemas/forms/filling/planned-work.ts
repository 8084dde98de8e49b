import type { AnyWidget, Form, FormContext, Problem, ValidWidget } from '../form.ts';
import type { Script } from '../script.ts';
import { type Budget, fullBudget } from './budget.ts';
import { rowsOfWidget } from './places.ts';
import type { Row } from './row.ts';
import { walk } from './walk.ts';

/**
 * Which initial values are computed. `none`; `calculated`: only calculated fields; `emptyInRows`: also empty fields in
 * rows; `untyped`: also fields that nobody typed in; `all`.
 */
export type Calculation = 'none' | 'calculated' | 'emptyInRows' | 'untyped' | 'all';

/** A filling's state, and the work that a change has planned (dirty scripts). */
export interface PendingWork {
  readonly form: Form;
  readonly top: Row;
  readonly calculation: Calculation;
  context: FormContext;
  /** Called for each widget whose value, visibility, rows or problems changed. */
  readonly touch: (widget: ValidWidget, row: Row) => void;
  budget: Budget;
  /** The rows in which the script of each rank has to run. */
  readonly scripts: Map<number, Set<Row>>;
  /** The lowest rank with planned work. */
  lowest: number;
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
export function openWork(from: Pick<PendingWork, 'form' | 'top' | 'calculation' | 'context' | 'touch'>): PendingWork {
  return { ...from, scripts: new Map(), lowest: 0, checks: null, problems: null, shifts: 0, budget: fullBudget() };
}

/** Invalidates the readers of a value that changed or was hidden or shown. */
export function invalidate(work: PendingWork, widget: ValidWidget, row: Row): void {
  planCheck(work, widget, row);
  for (const { script, shared } of work.form.readers[widget.number] ?? []) {
    for (const each of rowsOfWidget(script.widget, row, shared)) planScript(work, script, each);
  }
}

/** Invalidates the contents of a widget that was added, removed or moved, and their readers. */
export function invalidateAll(work: PendingWork, widget: AnyWidget, row: Row): void {
  walk(widget, row, (each, place) => {
    if (each.type === 'broken') return false;
    if (each !== widget) planScripts(work, each, place);
    invalidate(work, each, place);
    return true;
  });
}

/** Plans all scripts. */
export function planAll(work: PendingWork): void {
  walk(work.form.root, work.top, (each, place) => {
    if (each.type === 'broken') return false;
    planScripts(work, each, place);
    return true;
  });
  work.checks = null;
}

/** Plans the condition and the calculation of a widget. */
function planScripts(work: PendingWork, { number }: ValidWidget, row: Row): void {
  const scripts = work.form.scripts[number];
  if (scripts?.condition) planScript(work, scripts.condition, row);
  if (scripts?.initial) planScript(work, scripts.initial, row);
}

/** Plans the validation of a widget in a row. */
export function planCheck({ checks }: PendingWork, widget: ValidWidget, row: Row): void {
  if (!checks) return;
  const rows = checks.get(widget);
  if (rows) rows.add(row);
  else checks.set(widget, new Set([row]));
}

function planScript(work: PendingWork, script: Script, row: Row): void {
  const rank = work.form.ranks.get(script);
  if (script.kind === 'validation') planCheck(work, script.widget, row);
  // A script without a rank is in a dependency cycle and never runs.
  if (rank === undefined) return;
  const rows = work.scripts.get(rank);
  if (rows) rows.add(row);
  else work.scripts.set(rank, new Set([row]));
  work.lowest = Math.min(work.lowest, rank);
}
