import type { Expression, Outline, Path, SyntaxNode } from '#grammar/index.ts';
import { type ConditionStep, loopsAround } from './execution-path.ts';
import { type Explanation, type Iteration, noLoop, placeOf, wasReached } from './explanation.ts';
import { isExpression } from './expressions.ts';
import { nounOf, nounWithValue } from './nouns.ts';
import { joinWords } from './value-words.ts';

/**
 * The condition whose result a variable holds, and the iteration in which it was evaluated; undefined for other
 * variables.
 */
export function questionBehind(telling: Explanation, path: Path, iteration: Iteration): ConditionStep | undefined {
  const [only, second] = assignmentsOf(telling, path);
  if (!only || second || !isExpression(only.value) || !isCondition(only.value)) return undefined;
  const loops = loopsAround(telling.outline, only);
  const turn = { loops, rows: iteration.rows.slice(0, loops.length) };
  return wasReached(telling, only.value, turn) ? { test: only.value, turn } : undefined;
}

/** Whether an expression is a condition that can be described. */
export function isCondition(node: Expression): boolean {
  if (node.type === 'group') return isExpression(node.value) && isCondition(node.value);
  return node.type === 'comparison' || node.type === 'and' || node.type === 'or' || node.type === 'not';
}

type Assignment = Extract<SyntaxNode, { type: 'let' | 'assign' }>;

/** The statements that assign a script's own variable. */
function assignmentsOf(telling: Explanation, { root, keys }: Path): Assignment[] {
  if (root.type !== 'variable' || keys.length > 0) return [];
  const { name } = root;
  return allBelow(telling.outline, telling.outline.script).filter((node): node is Assignment => {
    if (node.type === 'let') return node.name.name === name;
    return node.type === 'assign' && node.target.type === 'path' && isNamed(node.target.root, name);
  });
}

const isNamed = (root: Path['root'], name: string) => root.type === 'variable' && root.name === name;

/** A node and all its descendants. */
export function allBelow(outline: Outline, node: SyntaxNode): SyntaxNode[] {
  return [node, ...outline.children(node).flatMap((child) => allBelow(outline, child))];
}

/** Describes from which fields the variables in a condition were computed, a sentence for each. */
export function derivations(telling: Explanation, { test, turn }: ConditionStep): string[] {
  const paths = allBelow(telling.outline, test).filter((node) => node.type === 'path');
  return paths.flatMap((path) => {
    if (placeOf(telling, path, turn)) return [];
    const nodes = assignmentsOf(telling, path).flatMap((each) =>
      isAnswer(each) ? [] : allBelow(telling.outline, each.value),
    );
    const sources = nodes.flatMap((node) => (node.type === 'path' ? sourceOf(telling, node) : []));
    if (sources.length === 0) return [];
    return [`${nounOf(telling, path, turn)} is calculated from ${joinWords([...new Set(sources)], 'and')}`];
  });
}

const isAnswer = ({ value }: Assignment) => isExpression(value) && isCondition(value);

/** A field that a variable was computed from, with its value unless it is inside a loop. */
function sourceOf(telling: Explanation, path: Path): string[] {
  const place = placeOf(telling, path, noLoop);
  if (!place) return [];
  const isSeen = wasReached(telling, path, noLoop);
  return [isSeen ? nounWithValue(telling, path, noLoop) : place.name];
}
