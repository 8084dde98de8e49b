import type { Each, Expression, If, Node, Outline, Script, Span } from '#grammar/index.ts';
import { isExpression, isTrue } from './expressions.ts';
import { cameTo, noLoop, type Telling, type Turn, wasReached } from './telling.ts';

/** Something that was asked on the way, and what it came to. */
export interface Step {
  readonly test: Expression;
  readonly turn: Turn;
  /** It would have ended the script before, had it come out as yes. */
  readonly isGuard?: true;
}

/** The way a script took to where it decided. */
export interface Way {
  readonly steps: readonly Step[];
  /** The last expression of a condition, which came out as no; null where the script rejected. */
  readonly last: Step | null;
  /** The loops that the script was in where it decided. */
  readonly turn: Turn;
}

/** What was asked on the way to the statement at a place of the script, for the turns of the loops around it. */
export function wayTo(outline: Outline, place: Span, rows: readonly number[]): Way {
  const turn = { loops: loopsAround(outline, place), rows };
  return { steps: stepsTo(outline, outline.script, { place, turn: { loops: [], rows } }), last: null, turn };
}

function stepsTo(outline: Outline, node: Node, { place, turn }: { place: Span; turn: Turn }): Step[] {
  const child = childAround(outline, node, place);
  // What a helper of the script's own asks belongs to no turn.
  if (!child || node.type === 'define') return [];
  const inside = child.type === 'block' && node.type === 'each' ? { ...turn, loops: [...turn.loops, node] } : turn;
  const asked = stepsIn(node, child).map((step) => ({ ...step, turn: here(turn) }));
  return [...asked, ...stepsTo(outline, child, { place, turn: inside })];
}

const childAround = ({ children }: Outline, node: Node, place: Span) =>
  children(node).find(({ from, to }) => from <= place.from && place.to <= to);

/** The loops that a node stands in may be fewer than those of what it leads to. */
const here = ({ loops, rows }: Turn): Turn => ({ loops, rows: rows.slice(0, loops.length) });

/** What was asked in a node before it came to a part of it. */
function stepsIn(node: Node, part: Node): Omit<Step, 'turn'>[] {
  if (node.type === 'if') return askedBefore(node, part).map((test) => ({ test }));
  if (node.type !== 'script' && node.type !== 'block') return [];
  return node.statements.flatMap((statement) =>
    statement.type === 'if' && statement.to <= part.from && canEnd(statement)
      ? statement.branches.map(({ test }) => ({ test, isGuard: true as const }))
      : [],
  );
}

const canEnd = ({ branches }: If) =>
  branches.some(({ body }) => ['skip', 'reject'].includes(body.statements.at(-1)?.type ?? ''));

/** The tests of an `if` up to the branch that a part of it is. */
function askedBefore({ branches }: If, part: Node): Expression[] {
  const at = branches.findIndex(({ body, test }) => body === part || test === part);
  const asked = at < 0 ? branches : branches.slice(0, branches[at]?.test === part ? at : at + 1);
  return asked.map(({ test }) => test);
}

/** The way to the last expression of a condition, through the branches that were taken. */
export function wayToEnd(telling: Telling, script: Script): Way {
  return endOf(telling, script, []);
}

function endOf(telling: Telling, block: Pick<Script, 'statements'>, steps: readonly Step[]): Way {
  const last = block.statements.at(-1);
  if (!last) return { steps, last: null, turn: noLoop };
  if (last.type === 'if') {
    const reached = last.branches.filter(({ test }) => wasReached(telling, test, noLoop));
    const asked = [...steps, ...reached.map(({ test }) => ({ test, turn: noLoop }))];
    const taken = reached.find(({ test }) => isTrue(cameTo(telling, test, noLoop)))?.body ?? last.otherwise;
    return taken ? endOf(telling, taken, asked) : { steps: asked, last: null, turn: noLoop };
  }
  return { steps, last: isExpression(last) ? { test: last, turn: noLoop } : null, turn: noLoop };
}

/** The loops around a place of the script. */
export function loopsAround(outline: Outline, place: Span, node: Node = outline.script): Each[] {
  const child = childAround(outline, node, place);
  if (!child) return [];
  const own = node.type === 'each' && child.type === 'block' ? [node] : [];
  return [...own, ...loopsAround(outline, place, child)];
}
