import type { AnyWidget, Form, FormContext, Problem, SoundWidget } from '../form.ts';
import type { Script } from '../script.ts';
import { type Budget, fullBudget } from './budget.ts';
import { rowsOf } from './places.ts';
import type { Row } from './row.ts';
import { walk } from './walk.ts';

/**
 * Which initial values are worked out: none; those of calculated fields; also those of fields in rows that have no value, or of
 * fields nobody typed in; all anew.
 */
export type Calculation = 'none' | 'calculated' | 'emptyInRows' | 'untyped' | 'all';

/** A form being filled, and what a change has left to do. */
export interface Work {
  readonly form: Form;
  readonly top: Row;
  readonly calculation: Calculation;
  context: FormContext;
  /** Hears of every widget whose value, visibility, rows or problems changed. */
  readonly touch: (widget: SoundWidget, row: Row) => void;
  budget: Budget;
  /** The rows in which the script of a rank is to run. */
  readonly scripts: Map<number, Set<Row>>;
  /** The lowest rank with something to do. */
  lowest: number;
  /** What refuses the data, gathered when it is asked for; null when something in it has changed since. */
  problems: readonly Problem[] | null;
  /** How often scripts have hidden or shown something, or rows have come or gone. */
  shifts: number;
  /** The rows in which a widget is to be checked; null while none was yet: then all are, and nothing is noted of each. */
  checks: Map<SoundWidget, Set<Row>> | null;
}

export function openWork(from: Pick<Work, 'form' | 'top' | 'calculation' | 'context' | 'touch'>): Work {
  return { ...from, scripts: new Map(), lowest: 0, checks: null, problems: null, shifts: 0, budget: fullBudget() };
}

/** A value, or whether it is seen, has changed: whoever reads it is to run again. */
export function concern(work: Work, widget: SoundWidget, row: Row): void {
  planCheck(work, widget, row);
  for (const { script, shared } of work.form.readers[widget.number] ?? []) {
    for (const each of rowsOf(script.widget, row, shared)) planScript(work, script, each);
  }
}

/** A widget and all that is in it have come, gone or been moved: what is in it is to run again, and whoever reads it. */
export function concernAll(work: Work, widget: AnyWidget, row: Row): void {
  walk(widget, row, (each, place) => {
    if (each.type === 'broken') return false;
    if (each !== widget) planScripts(work, each, place);
    concern(work, each, place);
    return true;
  });
}

/** Everything is to run. */
export function planAll(work: Work): void {
  walk(work.form.root, work.top, (each, place) => {
    if (each.type === 'broken') return false;
    planScripts(work, each, place);
    return true;
  });
  work.checks = null;
}

/** Plans what shows and calculates a widget. */
function planScripts(work: Work, { number }: SoundWidget, row: Row): void {
  const scripts = work.form.scripts[number];
  if (scripts?.condition) planScript(work, scripts.condition, row);
  if (scripts?.initial) planScript(work, scripts.initial, row);
}

export function planCheck({ checks }: Work, widget: SoundWidget, row: Row): void {
  if (!checks) return;
  const rows = checks.get(widget);
  if (rows) rows.add(row);
  else checks.set(widget, new Set([row]));
}

function planScript(work: Work, script: Script, row: Row): void {
  const rank = work.form.ranks.get(script);
  if (script.kind === 'validation') planCheck(work, script.widget, row);
  // Without a rank it is in a circle and never runs.
  if (rank === undefined) return;
  const rows = work.scripts.get(rank);
  if (rows) rows.add(row);
  else work.scripts.set(rank, new Set([row]));
  work.lowest = Math.min(work.lowest, rank);
}
