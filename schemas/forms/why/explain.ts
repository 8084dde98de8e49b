import type { Rejection, RunResult, SyntaxNode } from '#grammar/index.ts';
import { pathOf } from '../filling/places.ts';
import type { Row } from '../filling/row.ts';
import type { FormContext, ValidWidget } from '../form.ts';
import { pointerOf } from '../pointer.ts';
import { describeMissing, describeValues } from './clauses.ts';
import { type ConditionStep, type ExecutionPath, pathTo, pathToEnd } from './execution-path.ts';
import { type Explanation, labelInSentence, noLoop, placeOf, traceForExplanation, wasReached } from './explanation.ts';
import type { HiddenField } from './hidden-fields.ts';
import { nounOf, nounWithValue } from './nouns.ts';
import type { ScriptInRow } from './script-behind.ts';
import { joinWords } from './value-words.ts';
import { derivations } from './variables.ts';

/** A rejection of a script: the problem's path and message. */
export interface ScriptRejection extends ScriptInRow {
  readonly path: string;
  readonly message: string;
}

/** Explains in a few sentences why a script hides a field. */
export function explainHidden({ script, row, widget }: HiddenField, context: FormContext): string[] {
  const telling = traceForExplanation({ script, row: rowOfScript(script.widget, row) }, context);
  return limitLines(failureInWords(telling) ?? hidingInWords(telling, widget));
}

/**
 * Explains in a few sentences why a script rejects a value: the conditions on the path to its decision, with the
 * current values of the fields that it reads, and the result. The script runs again with a trace. Passwords are masked.
 */
export function explainRejection(rejection: ScriptRejection, context: FormContext): string[] {
  const telling = traceForExplanation(rejection, context);
  return limitLines(failureInWords(telling) ?? rejectionInWords(telling, rejection));
}

/** A container also hides what is in the rows of its lists. */
function rowOfScript(widget: ValidWidget, row: Row): Row {
  return row.parent && row.scope.depth > widget.scope.depth ? rowOfScript(widget, row.parent) : row;
}

const maxLines = 10;

function limitLines(sentences: readonly string[]): string[] {
  const lines = [...new Set(sentences)].map(sentence);
  if (lines.length <= maxLines) return lines;
  const last = lines.slice(-1);
  return [...lines.slice(0, maxLines - 2), `${lines.length - maxLines + 1} more values were checked.`, ...last];
}

/** Formats a sentence: it starts with a capital and ends with a full stop, or with a colon before a list. */
function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.:?!]”?$/.test(start) ? start : `${start}.`;
}

function hidingInWords(telling: Explanation, field: ValidWidget): string[] {
  const { script, outline, result } = telling;
  const part = labelInSentence(script.widget);
  const end =
    field === script.widget ? `So ${part} is hidden` : `So ${part} is hidden, and ${labelInSentence(field)} with it`;
  if (result?.value !== false) return [`${part} is shown now`];
  const [rejection] = result.errors;
  const path = rejection ? pathToRejection(telling, rejection, result) : pathToEnd(telling, outline.script);
  return [...pathInWords(telling, path), end];
}

function rejectionInWords(telling: Explanation, { path, message, row }: ScriptRejection): string[] {
  const { result, script } = telling;
  const own = pathOf(script.widget, row);
  const isHere = (rejection: Rejection) => (rejection.path.length > 0 ? pointerOf(rejection.path) : own) === path;
  const rejections = result?.errors.filter((rejection) => rejection.message === message) ?? [];
  const rejection = rejections.find(isHere) ?? rejections[0];
  if (!result || !rejection) return ['Nothing rejects this anymore'];
  // The message may be derived from a password, too.
  const end = telling.readsPasswords ? 'So it is rejected' : `So it is rejected: “${message.trim()}”`;
  return [...pathInWords(telling, pathToRejection(telling, rejection, result)), end];
}

function pathInWords(telling: Explanation, { steps, last, turn }: ExecutionPath): string[] {
  const conditions = stepsInWords(
    telling,
    steps.filter(({ isGuard }) => !isGuard),
  );
  const end = last ? [...derivations(telling, last), ...describeMissing(telling, last)] : [];
  if (conditions.length + end.length > 0) return [...conditions, ...end];
  // Guard clauses matter only if there was no other condition.
  const guards = stepsInWords(telling, steps);
  const [loop] = turn.loops.slice(-1);
  if (guards.length > 0) return guards;
  return loop ? [`the rule applies to each of ${nounOf(telling, loop.list, turn)}`] : ['The rule always applies'];
}

function stepsInWords(telling: Explanation, steps: readonly ConditionStep[]): string[] {
  // A trace is bounded, so the end of a very long loop may be missing.
  const known = steps.filter(({ test, turn }) => wasReached(telling, test, turn));
  const conditions = known.flatMap((step) => [...derivations(telling, step), ...describeValues(telling, step)]);
  const rest = known.length < steps.length ? ['The rule checked more than can be shown here'] : [];
  return [...conditions, ...rest];
}

/** The path to a rejection; if a `reject` ran in several iterations of a loop, to the right one. */
function pathToRejection(
  { outline }: Explanation,
  rejection: Rejection,
  { errors, trace = [] }: RunResult,
): ExecutionPath {
  const isSame = ({ from, to }: { from: number; to: number }) => from === rejection.from && to === rejection.to;
  const number = errors.filter(isSame).indexOf(rejection);
  // Every expression in the statement was evaluated once per execution.
  const within = trace.filter(({ from, to }) => from > rejection.from && to <= rejection.to);
  const [first] = within;
  const iterations = within.filter(({ from, to }) => from === first?.from && to === first.to);
  return pathTo(outline, rejection, iterations[number]?.rows ?? []);
}

const tasks = { condition: 'shows or hides', validation: 'checks', initial: 'calculates' } as const;
const closing = 'Your answers are not the cause: the author of the form can fix the rule';

/** Explains why a script failed, for the person who fills in the form; undefined if it did not fail. */
function failureInWords(telling: Explanation): string[] | undefined {
  const { script, result } = telling;
  const rule = `the rule that ${tasks[script.kind]} ${labelInSentence(script.widget)}`;
  if (!result) return [`${rule} has an error and cannot be run: “${script.failure ?? ''}”`, closing];
  if (result.status !== 'error' && result.status !== 'budget') return undefined;
  const reason = `“${result.diagnostics.at(-1)?.message ?? ''}”`;
  const end =
    result.status === 'budget'
      ? `${rule} took too many steps and was stopped: ${reason}`
      : `${rule} has an error and stopped halfway: ${reason}`;
  const read = [...new Set(readIn(telling, telling.outline.script))].slice(0, maxFields);
  return [end, ...(read.length > 0 ? [`Before that it read ${joinWords(read, 'and')}`] : []), closing];
}

const maxFields = 5;

/** The fields that a script read outside of loops, with their values. */
function readIn(telling: Explanation, node: SyntaxNode): string[] {
  const isRead = node.type === 'path' && wasReached(telling, node, noLoop) && placeOf(telling, node, noLoop);
  if (isRead) return [nounWithValue(telling, node, noLoop)];
  return telling.outline.children(node).flatMap((child) => readIn(telling, child));
}
