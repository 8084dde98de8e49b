import type { Each, Expression, Node, Outline, Path, RunResult } from '#grammar/index.ts';
import { isList } from '../filling/row.ts';
import { traceScript } from '../filling/run-script.ts';
import { contextNames } from '../filling/view.ts';
import type { FormContext, SoundWidget } from '../form.ts';
import { nameOf } from '../name-of.ts';
import { nearestOwner, valuesWithin } from '../reads.ts';
import { scopeFor } from '../scope-for.ts';
import type { Script } from '../script.ts';
import type { ScriptInRow } from './script-behind.ts';
import { quoted } from './value-words.ts';

/** A script that ran, and all that is needed to tell it in words. */
export interface Telling {
  readonly script: Script;
  readonly outline: Outline;
  /** Nothing for a script that does not compile. */
  readonly result: RunResult | undefined;
  readonly zone: string;
  /** What nodes came to, by their ranges and the rows of the loops around them. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Passwords are read, so what they were made into must not be told either. */
  readonly readsPasswords: boolean;
}

const unknown: Outline = {
  script: { type: 'script', from: 0, to: 0, statements: [] },
  originOf: () => null,
  children: () => [],
};

/** The loops around a node, the outermost first, and the row that each is at. */
export interface Turn {
  readonly loops: readonly Each[];
  readonly rows: readonly number[];
  /** Inside a helper of the script's own: what it was given, as `$input`. */
  readonly input?: { readonly node: Expression; readonly turn: Turn };
}

export const noLoop: Turn = { loops: [], rows: [] };

/** Runs a script once more and takes down what it came to on the way. */
export function openTelling({ script, row }: ScriptInRow, context: FormContext): Telling {
  const result = traceScript(script, row, context);
  const values = new Map(result?.trace?.map(({ from, to, rows, value }) => [keyOf({ from, to }, rows), value]));
  const read = [script.widget, ...script.reads.map(({ widget }) => widget)];
  const readsPasswords = read.some(holdsPassword);
  return { script, outline: script.outline?.() ?? unknown, result, zone: context.zone, values, readsPasswords };
}

const keyOf = ({ from, to }: Pick<Node, 'from' | 'to'>, rows: readonly number[]) => `${from}-${to}@${rows.join()}`;

/** What a node came to in a turn; undefined where it was not worked out. */
export function cameTo({ values }: Telling, node: Node, { rows }: Turn): unknown {
  return values.get(keyOf(node, rows));
}

/** Whether a node was worked out at all: `and` and `or` stop early. */
export function wasReached({ values }: Telling, node: Node, { rows }: Turn): boolean {
  return values.has(keyOf(node, rows));
}

/** What a path of a script means to a person. */
export interface Place {
  readonly name: string;
  /** The field that it leads to, if it does. */
  readonly widget: SoundWidget | null;
}

/** Where a path leads in the form; nothing for what the script itself made. */
export function placeOf({ script, outline: { originOf } }: Telling, path: Path, turn: Turn): Place | undefined {
  const keys = path.keys.map(({ name }) => name);
  const origin = originOf(path);
  if (!origin) {
    return path.root.type === 'it' && turn.loops.length === 0
      ? along({ name: labelOf(script.widget), widget: script.widget }, keys, turn)
      : undefined;
  }
  const owner = nearestOwner(origin.input, scopeFor(script.widget))?.owner;
  if (owner) return along({ name: labelOf(owner), widget: owner }, origin.below, turn);
  const below = origin.below.filter((step) => typeof step === 'string');
  if (!contextNames.some((name) => name === origin.input)) return undefined;
  return { name: [`the ${origin.input}`, ...below].map(words).join('’s '), widget: null };
}

/** Follows keys and rows from a field to what stands in it. */
function along(from: Place, steps: readonly (string | Each)[], turn: Turn): Place {
  const rows: string[] = [];
  const end = steps.reduce<Place>((place, step) => {
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
    return next ? { name: labelOf(next), widget: next } : { name: `${words(step)} of ${place.name}`, widget: null };
  }, from);
  const around = rows.filter((name) => name !== end.name);
  return around.length === 0 ? end : { ...end, name: `${end.name} in ${around.join(', ')}` };
}

/** A label as a part of a sentence: a long one, or one that is a sentence of its own, stands in quotes. */
export function labelOf(widget: SoundWidget): string {
  const name = (widget.meta.label || widget.key).trim();
  if (name === '') return 'this part of the form';
  return /[.?!:;,]|(\S+\s+){3}\S/.test(name) ? quoted(nameOf(widget).replace(/[:;,]$/, '')) : name;
}

/** A key as words: 'submissionDate' and 'submission_date' are 'submission date'. */
export function words(key: string): string {
  return key
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .trim()
    .toLowerCase();
}

/** Whether what a node came to must not be told, since a password is in it. */
export function isSecret(telling: Telling, node: Node, turn: Turn): boolean {
  if (!telling.readsPasswords) return false;
  if (node.type !== 'path') return telling.outline.children(node).some((child) => isSecret(telling, child, turn));
  const place = placeOf(telling, node, turn);
  // A variable may hold what was made of a password.
  return !place || (place.widget !== null && holdsPassword(place.widget));
}

const holdsPassword = (widget: SoundWidget): boolean =>
  [widget, ...valuesWithin(widget)].some(({ type }) => type === 'password_input');
