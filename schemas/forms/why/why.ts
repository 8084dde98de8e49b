import type { Rejection, RunResult } from '#grammar/index.ts';
import { pathOf } from '../filling/places.ts';
import type { Row } from '../filling/row.ts';
import type { FormContext, SoundWidget } from '../form.ts';
import { pointerOf } from '../pointer.ts';
import { found, missing } from './clauses.ts';
import { failureInWords } from './failures.ts';
import type { HiddenField } from './hidden-fields.ts';
import { nounOf } from './nouns.ts';
import type { ScriptInRow } from './script-behind.ts';
import { labelOf, openTelling, type Telling, wasReached } from './telling.ts';
import { workings } from './variables.ts';
import { type Step, type Way, wayTo, wayToEnd } from './way.ts';

/** What a script refuses: the problem's path and message. */
export interface Refusal extends ScriptInRow {
  readonly path: string;
  readonly message: string;
}

/** Tells in a few sentences why a script hides a field. */
export function whyHidden({ script, row, widget }: HiddenField, context: FormContext): string[] {
  const telling = openTelling({ script, row: rowOfScript(script.widget, row) }, context);
  return shortened(failureInWords(telling) ?? hidingInWords(telling, widget));
}

/**
 * Tells in a few sentences why a script refuses a value: what it asked on the way to where it decided, what the fields that
 * it read hold now, and what came out. The script is run once more for it. Passwords are never told.
 */
export function whyRefused(refusal: Refusal, context: FormContext): string[] {
  const telling = openTelling(refusal, context);
  return shortened(failureInWords(telling) ?? refusalInWords(telling, refusal));
}

/** A container hides what stands in the rows of its lists, too. */
function rowOfScript(widget: SoundWidget, row: Row): Row {
  return row.parent && row.scope.depth > widget.scope.depth ? rowOfScript(widget, row.parent) : row;
}

const mostLines = 10;

function shortened(sentences: readonly string[]): string[] {
  const lines = [...new Set(sentences)].map(sentence);
  if (lines.length <= mostLines) return lines;
  const last = lines.slice(-1);
  return [...lines.slice(0, mostLines - 2), `${lines.length - mostLines + 1} more things were looked at.`, ...last];
}

/** A sentence begins with a capital and ends with a stop; one that leads to a list ends with its colon. */
function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.:?!]”?$/.test(start) ? start : `${start}.`;
}

function hidingInWords(telling: Telling, field: SoundWidget): string[] {
  const { script, outline, result } = telling;
  const part = labelOf(script.widget);
  const end = field === script.widget ? `So ${part} is hidden` : `So ${part} is hidden, and ${labelOf(field)} with it`;
  if (result?.value !== false) return [`${part} is shown now`];
  const [rejection] = result.errors;
  const way = rejection ? wayOf(telling, rejection, result) : wayToEnd(telling, outline.script);
  return [...wayInWords(telling, way), end];
}

function refusalInWords(telling: Telling, { path, message, row }: Refusal): string[] {
  const { result, script } = telling;
  const own = pathOf(script.widget, row);
  const isHere = (rejection: Rejection) => (rejection.path.length > 0 ? pointerOf(rejection.path) : own) === path;
  const said = result?.errors.filter((rejection) => rejection.message === message) ?? [];
  const rejection = said.find(isHere) ?? said[0];
  if (!result || !rejection) return ['Nothing refuses this any more'];
  // A message may be made of a password, too.
  const end = telling.readsPasswords ? 'So it is refused' : `So it is refused: “${message.trim()}”`;
  return [...wayInWords(telling, wayOf(telling, rejection, result)), end];
}

function wayInWords(telling: Telling, { steps, last, turn }: Way): string[] {
  const asked = stepsInWords(
    telling,
    steps.filter(({ isGuard }) => !isGuard),
  );
  const end = last ? [...workings(telling, last), ...missing(telling, last)] : [];
  if (asked.length + end.length > 0) return [...asked, ...end];
  // What would have ended the script earlier matters where nothing else was asked.
  const guards = stepsInWords(telling, steps);
  const [loop] = turn.loops.slice(-1);
  if (guards.length > 0) return guards;
  return loop ? [`the rule says so of each of ${nounOf(telling, loop.list, turn)}`] : ['The rule always says so'];
}

function stepsInWords(telling: Telling, steps: readonly Step[]): string[] {
  // A trace is bounded: of what a very long loop did, not everything was taken down.
  const known = steps.filter(({ test, turn }) => wasReached(telling, test, turn));
  const asked = known.flatMap((step) => [...workings(telling, step), ...found(telling, step)]);
  const rest = known.length < steps.length ? ['The rule looked at more than can be told here'] : [];
  return [...asked, ...rest];
}

/** The way to what rejected: of a `reject` that was reached in several turns of a loop, to the one that is meant. */
function wayOf({ outline }: Telling, rejection: Rejection, { errors, trace = [] }: RunResult): Way {
  const isSame = ({ from, to }: { from: number; to: number }) => from === rejection.from && to === rejection.to;
  const number = errors.filter(isSame).indexOf(rejection);
  // Whatever stands in the statement was worked out once each time it was reached.
  const within = trace.filter(({ from, to }) => from > rejection.from && to <= rejection.to);
  const [first] = within;
  const turns = within.filter(({ from, to }) => from === first?.from && to === first.to);
  return wayTo(outline, rejection, turns[number]?.rows ?? []);
}
