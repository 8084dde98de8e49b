import type { Each, Expression, Outline, Path, RunResult, SyntaxNode } from '#grammar/index.ts';
import { keyInWords } from '../../texts/key-in-words.ts';
import { isList } from '../filling/row.ts';
import { traceScript } from '../filling/run-script.ts';
import { contextNames } from '../filling/view.ts';
import type { FormContext, ValidWidget } from '../form.ts';
import { widgetName } from '../name-of.ts';
import { nearestOwner, valuesWithin } from '../reads.ts';
import { scopeFor } from '../scope-for.ts';
import type { Script } from '../script.ts';
import type { ScriptInRow } from './script-behind.ts';
import { quote } from './value-words.ts';

/** A traced run of a script, with everything needed to explain it in words. */
export interface Explanation {
  readonly script: Script;
  readonly outline: Outline;
  /** Undefined for a script that does not compile. */
  readonly result: RunResult | undefined;
  readonly zone: string;
  /** The values of nodes, by their range and the rows of the surrounding loops. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Whether it reads passwords, so that values derived from them must be masked, too. */
  readonly readsPasswords: boolean;
}

const unknown: Outline = {
  script: { type: 'script', from: 0, to: 0, statements: [] },
  originOf: () => null,
  children: () => [],
};

/** An iteration: the loops around a node, outermost first, and the current row of each. */
export interface Iteration {
  readonly loops: readonly Each[];
  readonly rows: readonly number[];
  /** The argument `$input` inside a user-defined helper. */
  readonly input?: { readonly node: Expression; readonly turn: Iteration };
}

export const noLoop: Iteration = { loops: [], rows: [] };

/** Runs a script again with a trace of its values. */
export function traceForExplanation({ script, row }: ScriptInRow, context: FormContext): Explanation {
  const result = traceScript(script, row, context);
  const values = new Map(result?.trace?.map(({ from, to, rows, value }) => [keyOf({ from, to }, rows), value]));
  const read = [script.widget, ...script.reads.map(({ widget }) => widget)];
  const readsPasswords = read.some(holdsPassword);
  return { script, outline: script.outline?.() ?? unknown, result, zone: context.zone, values, readsPasswords };
}

const keyOf = ({ from, to }: Pick<SyntaxNode, 'from' | 'to'>, rows: readonly number[]) =>
  `${from}-${to}@${rows.join()}`;

/** The value of a node in an iteration; undefined if it was not evaluated. */
export function traceValue({ values }: Explanation, node: SyntaxNode, { rows }: Iteration): unknown {
  return values.get(keyOf(node, rows));
}

/** Whether a node was evaluated: `and` and `or` short-circuit. */
export function wasReached({ values }: Explanation, node: SyntaxNode, { rows }: Iteration): boolean {
  return values.has(keyOf(node, rows));
}

/** What a path in a script means to a person. */
export interface NamedPlace {
  readonly name: string;
  /** The field at the path, if any. */
  readonly widget: ValidWidget | null;
}

/** Resolves a path to a place in the form; undefined for a variable of the script itself. */
export function placeOf(
  { script, outline: { originOf } }: Explanation,
  path: Path,
  turn: Iteration,
): NamedPlace | undefined {
  const keys = path.keys.map(({ name }) => name);
  const origin = originOf(path);
  if (!origin) {
    return path.root.type === 'it' && turn.loops.length === 0
      ? along({ name: labelInSentence(script.widget), widget: script.widget }, keys, turn)
      : undefined;
  }
  const owner = nearestOwner(origin.input, scopeFor(script.widget))?.owner;
  if (owner) return along({ name: labelInSentence(owner), widget: owner }, origin.segments, turn);
  const below = origin.segments.filter((step) => typeof step === 'string');
  if (!contextNames.some((name) => name === origin.input)) return undefined;
  return { name: [`the ${origin.input}`, ...below].map(keyInWords).join('’s '), widget: null };
}

/** Follows keys and rows from a field. */
function along(from: NamedPlace, steps: readonly (string | Each)[], turn: Iteration): NamedPlace {
  const rows: string[] = [];
  const end = steps.reduce<NamedPlace>((place, step) => {
    const { widget } = place;
    if (typeof step !== 'string') {
      const number = turn.rows[turn.loops.indexOf(step)];
      if (number === undefined) return place;
      const isRow = widget !== null && isList(widget);
      const name = isRow ? `${place.name} ${number + 1}` : `number ${number + 1} of ${place.name}`;
      rows.push(name);
      return { name, widget };
    }
    const next = widget && widget.inner !== widget.scope ? widget.inner.owners.get(step) : undefined;
    return next
      ? { name: labelInSentence(next), widget: next }
      : { name: `${keyInWords(step)} of ${place.name}`, widget: null };
  }, from);
  const around = rows.filter((name) => name !== end.name);
  return around.length === 0 ? end : { ...end, name: `${end.name} in ${around.join(', ')}` };
}

/** A label as part of a sentence; in quotes if it is long or a sentence of its own. */
export function labelInSentence(widget: ValidWidget): string {
  const name = (widget.meta.label || widget.key).trim();
  if (name === '') return 'this part of the form';
  return /[.?!:;,]|(\S+\s+){3}\S/.test(name) ? quote(widgetName(widget).replace(/[:;,]$/, '')) : name;
}

/** Whether the value of a node must be masked because it depends on a password. */
export function isSecret(telling: Explanation, node: SyntaxNode, turn: Iteration): boolean {
  if (!telling.readsPasswords) return false;
  if (node.type !== 'path') return telling.outline.children(node).some((child) => isSecret(telling, child, turn));
  const place = placeOf(telling, node, turn);
  // A variable may contain a value derived from a password.
  return !place || (place.widget !== null && holdsPassword(place.widget));
}

const holdsPassword = (widget: ValidWidget): boolean =>
  [widget, ...valuesWithin(widget)].some(({ type }) => type === 'password_input');
