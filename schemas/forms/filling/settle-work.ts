import type { ValidWidget } from '../form.ts';
import { isEqual } from '../is-equal.ts';
import { isRecord } from '../is-record.ts';
import { normalOf } from '../normal-value.ts';
import type { Script, WidgetScripts } from '../script.ts';
import { type Budget, fullBudget } from './budget.ts';
import { storedValue } from './places.ts';
import { invalidate, invalidateAll, type PendingWork, planCheck } from './planned-work.ts';
import { isHiddenHere, isList, objectIn, openList, type Row, setTyped } from './row.ts';
import { noProblems, validateWidget } from './validate-widget.ts';
import { updateView } from './view.ts';
import { walk } from './walk.ts';

/** Runs the planned conditions and calculations, in dependency order. */
export function settleWork(work: PendingWork, budget: Budget = fullBudget()): void {
  // Everything that one change runs shares one budget, including validation.
  work.budget = budget;
  for (; work.lowest < work.form.order.length; work.lowest += 1) {
    const rank = work.lowest;
    const script = work.form.order[rank];
    const rows = work.scripts.get(rank);
    if (!script || !rows) continue;
    work.scripts.delete(rank);
    for (const row of rows) effects[script.kind](work, script, row);
    // Re-run: a script may have opened rows with scripts of a lower rank.
    if (work.lowest < rank) work.lowest -= 1;
  }
}

const settingOf = ({ context, budget }: PendingWork, row: Row) => ({ row, context, budget });

/** Runs the planned validation. */
export function settleChecks(work: PendingWork): void {
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

const effects: Record<keyof WidgetScripts, (work: PendingWork, script: Script, row: Row) => void> = {
  condition: showOrHide,
  initial: calculate,
  validation: (work, script, row) => planCheck(work, script.widget, row),
};

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
  setTyped(row, widget, isUnknown && !isAsBefore);
  if (!isAsBefore && !isUnknown) storeValue(work, { widget, row, value: normal });
}

function isCalculated({ calculation }: PendingWork, widget: ValidWidget, row: Row): boolean {
  if (calculation === 'none') return false;
  if (widget.isLocked) return true;
  if (calculation === 'emptyInRows') return row.parent !== null && storedValue(widget, row) === undefined;
  return calculation !== 'calculated';
}

/** Stores a value in a row, updates what scripts see, and plans the scripts that read it. */
export function storeValue(
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
  const validation = work.form.scripts[widget.number]?.validation ?? null;
  const problems = validateWidget({ widget, validation }, settingOf(work, row));
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
