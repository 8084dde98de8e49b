import type { SyntaxNode } from '#grammar/index.ts';
import { type Explanation, labelInSentence, noLoop, placeOf, wasReached } from './explanation.ts';
import { nounWithValue } from './nouns.ts';
import { joinWords } from './value-words.ts';

const tasks = { condition: 'shows or hides', validation: 'checks', initial: 'works out' } as const;
const closing = 'Nothing that you filled in is wrong because of it: whoever made the form can mend the rule';

/** Explains why a script failed, for the person who fills in the form; undefined if it did not fail. */
export function failureInWords(telling: Explanation): string[] | undefined {
  const { script, result } = telling;
  const rule = `the rule that ${tasks[script.kind]} ${labelInSentence(script.widget)}`;
  if (!result) return [`${rule} has a mistake in it and can not be run: “${script.failure ?? ''}”`, closing];
  if (result.status !== 'error' && result.status !== 'budget') return undefined;
  const reason = `“${result.diagnostics.at(-1)?.message ?? ''}”`;
  const end =
    result.status === 'budget'
      ? `${rule} had more to do than a rule may, and was stopped: ${reason}`
      : `${rule} has a mistake in it and stopped half-way: ${reason}`;
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
