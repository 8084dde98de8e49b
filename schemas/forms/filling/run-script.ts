import type { RunOptions, RunResult } from '#grammar/index.ts';
import { echoed } from '../echoed.ts';
import type { FormContext, FormData, Problem, Scope, SoundWidget } from '../form.ts';
import { type DatePart, jsonOf } from '../json-of.ts';
import { nameOf } from '../name-of.ts';
import { pointerOf } from '../pointer.ts';
import { scopeFor } from '../scope-for.ts';
import type { Script, WidgetScripts } from '../script.ts';
import { type Budget, most, start } from './budget.ts';
import { keysOfRow, valueAt } from './places.ts';
import { objectIn, type Row } from './row.ts';

/** What a script gave, or why it gave nothing. */
export interface Outcome<T> {
  value: T;
  failure: string | null;
}

/** Where and with what a script runs. */
export interface Setting {
  row: Row;
  context: FormContext;
  budget: Budget;
}

/** How a script of a kind is run. */
export interface ScriptRunner {
  shows(script: Script, setting: Setting): Outcome<boolean>;
  initialValue(script: Script, setting: Setting): Outcome<unknown>;
  validate(script: Script, setting: Setting, refuse: (message: string) => Problem): Problem[];
}

/** Runs scripts that were compiled: it comes with the language, not before. */
export const scriptRunner: ScriptRunner = { shows, initialValue, validate };

/** Whether a conditional script shows its widget; one that cannot run never hides anything (design 7). */
function shows(script: Script, setting: Setting): Outcome<boolean> {
  const { ran, failure } = attempt(script, setting);
  return { value: !ran || failure !== null || (ran.status === 'passed' && ran.value !== false), failure };
}

/** What an initialValue's expression gives, as JSON. */
function initialValue(script: Script, setting: Setting): Outcome<unknown> {
  const { ran, failure } = attempt(script, setting);
  const value = jsonOf(ran?.value, { part: datePartOf(script.widget), zone: setting.context.zone });
  return { value, failure };
}

function datePartOf(widget: SoundWidget): DatePart {
  if (widget.type === 'time_input') return 'time';
  return widget.type === 'date_input' && widget.config.includeTime ? 'moment' : 'day';
}

/**
 * What a validation script refuses, in the order written: at its subject's path where that is known, else at the widget's
 * (design 7). `refuse` makes a problem of the widget itself; a script that cannot run is one such.
 */
function validate(script: Script, setting: Setting, refuse: (message: string) => Problem): Problem[] {
  const { ran, failure } = attempt(script, setting);
  const rejections = (ran?.errors ?? []).map(({ path, message }) =>
    path.length > 0
      ? { path: pointerOf(path), value: echoed(valueAt(setting.row, path)), message: shortened(message) }
      : refuse(shortened(message)),
  );
  return failure === null ? rejections : [...rejections, refuse(failure)];
}

/** A script may refuse hundreds of times, each time with the same long text. */
const longest = 1_000;
const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** One run within the budget, and why it gave nothing. */
function attempt(
  script: Script,
  { row, context, budget }: Setting,
): { ran: RunResult | undefined; failure: string | null } {
  if (script.failure === null && budget.left <= 0) return { ran: undefined, failure: failing(script, spent) };
  const isFirst = budget.left === most;
  const ran = runScript(script, row, context, isFirst ? {} : { limits: { steps: budget.left } });
  budget.left -= start + (ran?.stats.steps ?? 0);
  const reason = script.failure ?? (ran && endOf(ran, !isFirst && budget.left < 0));
  return { ran, failure: reason ? failing(script, reason) : null };
}

const spent = `the scripts of this form take too many steps together: more than ${most}`;

/** Why a run has ended before its last statement: what ended it is its last diagnostic. */
function endOf({ diagnostics, status }: RunResult, isSpent: boolean): string | null {
  if (status === 'budget' && isSpent) return spent;
  return status === 'error' || status === 'budget' ? (diagnostics.at(-1)?.message ?? status) : null;
}

/** The same run with the value of all that was worked out on the way; nothing when the script does not compile. */
export function traceScript(script: Script, row: Row, context: FormContext): RunResult | undefined {
  return runScript(script, row, context, { trace: true });
}

/** Nothing when it does not compile. */
function runScript(
  { widget, kind, run, failure }: Script,
  row: Row,
  context: FormContext,
  options: Pick<RunOptions, 'trace' | 'limits'> = {},
): RunResult | undefined {
  if (!run || failure !== null) return undefined;
  const { now, zone, client, user, channel, checkedOrder = context.order } = context;
  const order = kind === 'validation' ? checkedOrder : context.order;
  const scopes = [...scopesFrom(scopeFor(widget), row), { data: { client, user, channel, order } }];
  const index = row.parent ? row.index : undefined;
  return run(scopes, { now, zone, this: seenValue(widget, row), index, ...options });
}

/** The objects around a script, nearest first, each with its path. */
function scopesFrom(scope: Scope | null, row: Row): { data: FormData; path: (string | number)[] }[] {
  if (!scope) return [];
  const outer = scope.parent && scope.parent.depth < scope.depth ? row.parent : row;
  return [
    // What a script hides reads as nothing, also to the scripts inside it.
    { data: objectIn(row.view, scope) ?? nothingOf(scope), path: [...keysOfRow(row), ...scope.inRow] },
    ...(outer ? scopesFrom(scope.parent, outer) : []),
  ];
}

const nothingOf = ({ owners }: Scope): FormData => Object.fromEntries([...owners.keys()].map((key) => [key, null]));

function seenValue({ scope, key, inner }: Script['widget'], row: Row): unknown {
  if (key !== '') return objectIn(row.view, scope)?.[key] ?? null;
  return inner === scope ? objectIn(row.view, scope) : null;
}

const scriptNames: Record<keyof WidgetScripts, string> = {
  condition: 'conditional script',
  validation: 'validation script',
  initial: 'initial value',
};

const failing = ({ widget, kind }: Script, reason: string): string =>
  `The ${scriptNames[kind]} of ${nameOf(widget)} failed: ${reason}`;
