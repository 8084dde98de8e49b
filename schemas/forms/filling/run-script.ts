import type { RunOptions, RunResult } from '#grammar/index.ts';
import type { FormContext, FormData, Problem, Scope, SoundWidget } from '../form.ts';
import { type DatePart, jsonOf } from '../json-of.ts';
import { nameOf } from '../name-of.ts';
import { pointerOf } from '../pointer.ts';
import { scopeFor } from '../scope-for.ts';
import type { Script, WidgetScripts } from '../script.ts';
import { keysOfRow, valueAt } from './places.ts';
import { objectIn, type Row } from './row.ts';

/** What a script gave, or why it gave nothing. */
export interface Outcome<T> {
  value: T;
  failure: string | null;
}

/**
 * Whether a conditional script shows its widget; one that cannot run never hides anything (design 7). While the language
 * is on its way nothing is shown that it may hide.
 */
export function shows(script: Script, row: Row, context: FormContext): Outcome<boolean> {
  if (script.isAwaited) return { value: false, failure: null };
  const ran = runScript(script, row, context);
  const failure = failureOf(script, ran);
  return { value: !ran || failure !== null || (ran.status === 'passed' && ran.value !== false), failure };
}

/** What an initialValue's expression gives, as JSON. */
export function initialValue(script: Script, row: Row, context: FormContext): Outcome<unknown> {
  const ran = runScript(script, row, context);
  const value = jsonOf(ran?.value, { part: datePartOf(script.widget), zone: context.zone });
  return { value, failure: failureOf(script, ran) };
}

function datePartOf(widget: SoundWidget): DatePart {
  if (widget.type === 'time_input') return 'time';
  return widget.type === 'date_input' && widget.config.includeTime ? 'moment' : 'day';
}

/**
 * What a validation script refuses, in the order written: at its subject's path where that is known, else at the widget's
 * (design 7). `refuse` makes a problem of the widget itself; a script that cannot run is one such.
 */
export function validate({
  script,
  row,
  context,
  refuse,
}: {
  script: Script;
  row: Row;
  context: FormContext;
  refuse: (message: string) => Problem;
}): Problem[] {
  const ran = runScript(script, row, context);
  const failure = failureOf(script, ran);
  const rejections = (ran?.errors ?? []).map(({ path, message }) =>
    path.length > 0 ? { path: pointerOf(path), value: valueAt(row, path), message } : refuse(message),
  );
  return failure === null ? rejections : [...rejections, refuse(failure)];
}

/** The same run with the value of all that was worked out on the way; nothing when the script does not compile. */
export function traceScript(script: Script, row: Row, context: FormContext): RunResult | undefined {
  return runScript(script, row, context, { trace: true });
}

/** Nothing when it does not compile. */
function runScript(
  { widget, run, failure }: Script,
  row: Row,
  context: FormContext,
  options: Pick<RunOptions, 'trace'> = {},
): RunResult | undefined {
  if (!run || failure !== null) return undefined;
  const { now, zone, client, user, channel, order } = context;
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

function failureOf({ widget, kind, failure }: Script, ran: RunResult | undefined): string | null {
  const reason = failure ?? (ran && (ran.status === 'error' || ran.status === 'budget') ? endOf(ran) : null);
  return reason === null ? null : `The ${scriptNames[kind]} of ${nameOf(widget)} failed: ${reason}`;
}

/** What ended a run is its last diagnostic. */
const endOf = ({ diagnostics, status }: RunResult): string => diagnostics.at(-1)?.message ?? status;
