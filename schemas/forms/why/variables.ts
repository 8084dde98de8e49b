import type { Expression, Node, Outline, Path } from '#grammar/index.ts';
import { isExpression } from './expressions.ts';
import { nounOf, nounWithValue } from './nouns.ts';
import { noLoop, placeOf, type Telling, type Turn, wasReached } from './telling.ts';
import { joined } from './value-words.ts';
import { loopsAround, type Step } from './way.ts';

/** The question whose answer a variable holds, and the turn in which it was asked; nothing for any other variable. */
export function questionBehind(telling: Telling, path: Path, asked: Turn): Step | undefined {
  const [only, second] = madeBy(telling, path);
  if (!only || second || !isExpression(only.value) || !isQuestion(only.value)) return undefined;
  const loops = loopsAround(telling.outline, only);
  const turn = { loops, rows: asked.rows.slice(0, loops.length) };
  return wasReached(telling, only.value, turn) ? { test: only.value, turn } : undefined;
}

/** Whether an expression asks something that can be told as what was found. */
export function isQuestion(node: Expression): boolean {
  if (node.type === 'group') return isExpression(node.value) && isQuestion(node.value);
  return node.type === 'comparison' || node.type === 'and' || node.type === 'or' || node.type === 'not';
}

type Making = Extract<Node, { type: 'let' | 'assign' }>;

/** Where a script gives a variable of its own a value. */
function madeBy(telling: Telling, { root, keys }: Path): Making[] {
  if (root.type !== 'variable' || keys.length > 0) return [];
  const { name } = root;
  return allBelow(telling.outline, telling.outline.script).filter((node): node is Making => {
    if (node.type === 'let') return node.name.name === name;
    return node.type === 'assign' && node.target.type === 'path' && isNamed(node.target.root, name);
  });
}

const isNamed = (root: Path['root'], name: string) => root.type === 'variable' && root.name === name;

/** A node and every node below it. */
export function allBelow(outline: Outline, node: Node): Node[] {
  return [node, ...outline.children(node).flatMap((child) => allBelow(outline, child))];
}

/** What the variables were worked out from that a test names, a sentence for each. */
export function workings(telling: Telling, { test, turn }: Step): string[] {
  const paths = allBelow(telling.outline, test).filter((node) => node.type === 'path');
  return paths.flatMap((path) => {
    if (placeOf(telling, path, turn)) return [];
    const making = madeBy(telling, path).flatMap((each) =>
      isAnswer(each) ? [] : allBelow(telling.outline, each.value),
    );
    const sources = making.flatMap((node) => (node.type === 'path' ? sourceOf(telling, node) : []));
    if (sources.length === 0) return [];
    return [`${nounOf(telling, path, turn)} is worked out from ${joined([...new Set(sources)], 'and')}`];
  });
}

const isAnswer = ({ value }: Making) => isExpression(value) && isQuestion(value);

/** A field that a variable was worked out from, with its value unless it stands in rows that were gone through. */
function sourceOf(telling: Telling, path: Path): string[] {
  const place = placeOf(telling, path, noLoop);
  if (!place) return [];
  const isSeen = wasReached(telling, path, noLoop);
  return [isSeen ? nounWithValue(telling, path, noLoop) : place.name];
}
