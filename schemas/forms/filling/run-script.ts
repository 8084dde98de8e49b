import type { RunOptions, RunResult } from '#grammar/index.ts';
import { builtInFormats, dayText } from '../../texts/moments.ts';
import { numberText } from '../../texts/number-text.ts';
import { isDay } from '../../typed-values/parse-date.ts';
import { valueForProblem } from '../echoed.ts';
import type { FormContext, FormScope, FormValues, Problem, ValidWidget } from '../form.ts';
import { isRecord } from '../is-record.ts';
import { widgetKinds } from '../kinds/kinds.ts';
import { widgetName } from '../name-of.ts';
import { pointerOf } from '../pointer.ts';
import { scopeFor } from '../scope-for.ts';
import type { Script, ScriptKind } from '../script.ts';
import { isDayLimit } from '../script-sources.ts';
import { type DatePart, toJsonValue } from '../script-value-to-json.ts';
import { type Budget, maxSteps, stepsPerStart } from './budget.ts';
import { keysOfRow, valueAtPath } from './places.ts';
import { objectIn, type Row } from './row.ts';

/** The result of a script, or why it failed. */
interface Outcome<T> {
  value: T;
  failure: string | null;
}

/** The row, context and budget that a script runs with. */
export interface Setting {
  row: Row;
  context: FormContext;
  budget: Budget;
}

/** How each kind of script is run. */
export interface ScriptRunner {
  shows(script: Script, setting: Setting): Outcome<boolean>;
  initialValue(script: Script, setting: Setting): Outcome<unknown>;
  validate(script: Script, setting: Setting, toProblem: (message: string) => Problem): Problem[];
  /** The errors of a value beyond the limit that a script gives; none for a value that cannot be compared. */
  limitErrors(script: Script, setting: Setting, value: unknown): string[];
}

/** Runs compiled scripts. It is loaded together with the rules language. */
export const scriptRunner: ScriptRunner = { shows, initialValue, validate, limitErrors };

/** Whether a conditional script shows its widget. A script that fails never hides anything (design 7). */
function shows(script: Script, setting: Setting): Outcome<boolean> {
  const { ran, failure } = attempt(script, setting);
  return { value: !ran || failure !== null || (ran.status === 'passed' && ran.value !== false), failure };
}

/** Evaluates an initialValue's expression to JSON. */
function initialValue(script: Script, setting: Setting): Outcome<unknown> {
  const { ran, failure } = attempt(script, setting);
  return { value: toWidgetValue(script.widget, ran?.value, setting.context.zone), failure };
}

/** Converts a result to JSON as its widget stores it; in rows, as the fields of the rows do. */
function toWidgetValue(widget: ValidWidget, value: unknown, zone: string): unknown {
  if (widgetKinds[widget.type].holds === 'value') return toJsonValue(value, { part: datePartOf(widget), zone });
  if (Array.isArray(value)) return value.map((row) => toWidgetValue(widget, row, zone));
  if (!isRecord(value)) return toJsonValue(value, { part: 'text', zone });
  const inside = Object.entries(value).map(([key, each]) => {
    const owner = widget.inner.owners.get(key);
    return [key, owner ? toWidgetValue(owner, each, zone) : toJsonValue(each, { part: 'text', zone })];
  });
  return Object.fromEntries(inside);
}

function datePartOf(widget: ValidWidget): DatePart {
  if (widget.type === 'time_input') return 'time';
  if (widget.type === 'date_input') return widget.config.includeTime ? 'moment' : 'day';
  return 'text';
}

/**
 * Runs a validation script. Returns its rejections in order, at the path of their subject if known, else at the widget
 * (design 7). `toProblem` creates a problem at the widget; a script that fails is one, too.
 */
function validate(script: Script, setting: Setting, toProblem: (message: string) => Problem): Problem[] {
  const { ran, failure } = attempt(script, setting);
  const rejections = (ran?.errors ?? []).map(({ path, message }) =>
    path.length > 0
      ? { path: pointerOf(path), value: valueForProblem(valueAtPath(setting.row, path)), message: truncate(message) }
      : toProblem(truncate(message)),
  );
  return failure === null ? rejections : [...rejections, toProblem(failure)];
}

/** A limit is the result of an expression, or a day as it is written (design 7). */
function limitErrors(script: Script, setting: Setting, value: unknown): string[] {
  const { widget, kind } = script;
  const isNumber = widget.type === 'number_input' && typeof value === 'number';
  const isDate = widget.type === 'date_input' && typeof value === 'string' && isDay(value.slice(0, 10));
  if (!isNumber && !isDate) return [];
  const { value: limit, failure } = isDayLimit(script)
    ? { value: script.source.trim(), failure: null }
    : initialValue(script, setting);
  if (failure !== null) return [failure];
  const isLeast = kind === 'minimum';
  if (isNumber && typeof limit === 'number') {
    const isBeyond = isLeast ? value < limit : value > limit;
    return isBeyond ? [`${isLeast ? 'At least' : 'At most'} ${numberText(limit, widget.config)}`] : [];
  }
  if (!isDate || typeof limit !== 'string' || limit === '') return [];
  // Days are compared, or moments if both have a time.
  const length = Math.min(value.length, limit.length);
  const [own, other] = [value.slice(0, length), limit.slice(0, length)];
  const isBeyond = isLeast ? own < other : own > other;
  return isBeyond ? [`${isLeast ? 'No earlier than' : 'No later than'} ${limitInWords(limit)}`] : [];
}

const limitInWords = (limit: string): string =>
  (limit.length > 10 ? builtInFormats['M/d/yy h:mm a'] : undefined)?.(limit) ?? dayText(limit);

/** A script may reject hundreds of times with the same long message. */
const maxMessageLength = 1_000;
const truncate = (text: string) => (text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text);

/** Runs a script within the budget; returns its result or why it failed. */
function attempt(
  script: Script,
  { row, context, budget }: Setting,
): { ran: RunResult | undefined; failure: string | null } {
  if (script.failure === null && budget.left <= 0)
    return { ran: undefined, failure: failureMessage(script, budgetMessage) };
  const isFirst = budget.left === maxSteps;
  const ran = runScript(script, row, context, isFirst ? {} : { limits: { steps: budget.left } });
  budget.left -= stepsPerStart + (ran?.stats.steps ?? 0);
  const reason = script.failure ?? (ran && endOf(ran, !isFirst && budget.left < 0));
  return { ran, failure: reason ? failureMessage(script, reason) : null };
}

const budgetMessage = `the scripts of this form take too many steps in total: more than ${maxSteps}`;

/** Why a run ended early: its last diagnostic. */
function endOf({ diagnostics, status }: RunResult, isSpent: boolean): string | null {
  if (status === 'budget' && isSpent) return budgetMessage;
  return status === 'error' || status === 'budget' ? (diagnostics.at(-1)?.message ?? status) : null;
}

/** Runs a script again with a trace of all intermediate values; undefined if it does not compile. */
export function traceScript(script: Script, row: Row, context: FormContext): RunResult | undefined {
  return runScript(script, row, context, { trace: true });
}

/** Returns undefined if the script does not compile. */
function runScript(
  { widget, kind, run, failure }: Script,
  row: Row,
  context: FormContext,
  options: Pick<RunOptions, 'trace' | 'limits'> = {},
): RunResult | undefined {
  if (!run || failure !== null) return undefined;
  const { now, onInstantRead, zone, client, user, channel, checkedOrder = context.order } = context;
  const order = kind === 'validation' ? checkedOrder : context.order;
  const scopes = [...scopesFrom(scopeFor(widget), row), { data: { client, user, channel, order } }];
  const index = row.parent ? row.index : undefined;
  return run(scopes, { now, onInstantRead, zone, this: seenValue(widget, row), index, isJson: true, ...options });
}

/** The objects that surround a script, nearest first, each with its path. */
function scopesFrom(scope: FormScope | null, row: Row): { data: FormValues; path: (string | number)[] }[] {
  if (!scope) return [];
  const outer = scope.parent && scope.parent.depth < scope.depth ? row.parent : row;
  return [
    // Hidden values read as nothing, also to scripts inside the hidden group.
    { data: objectIn(row.view, scope) ?? nothingOf(scope), path: [...keysOfRow(row), ...scope.inRow] },
    ...(outer ? scopesFrom(scope.parent, outer) : []),
  ];
}

const nothingOf = ({ owners }: FormScope): FormValues =>
  Object.fromEntries([...owners.keys()].map((key) => [key, null]));

function seenValue({ scope, key, inner }: Script['widget'], row: Row): unknown {
  if (key !== '') return objectIn(row.view, scope)?.[key] ?? null;
  return inner === scope ? objectIn(row.view, scope) : null;
}

const scriptNames: Record<ScriptKind, string> = {
  condition: 'conditional script',
  validation: 'validation script',
  initial: 'initial value',
  required: 'condition for required',
  readonly: 'condition for read-only',
  minimum: 'lower limit',
  maximum: 'upper limit',
  option: 'condition of an option',
};

const failureMessage = ({ widget, kind }: Script, reason: string): string =>
  `The ${scriptNames[kind]} of ${widgetName(widget)} failed: ${reason}`;
