import { skipComment } from '../syntax/characters.ts';
import { walk } from '../syntax/children.ts';
import { scanText } from '../syntax/scan-text.ts';
import type { Block, Script, Span } from '../syntax/tree.ts';

/** The comments of a source, by the innermost enclosing block or the script. */
export type Comments = ReadonlyMap<Block | Script, readonly Span[]>;

/** Assigns every comment to the innermost block that contains it, so that a formatter can print it there. */
export function groupCommentsByBlock(source: string, script: Script): Comments {
  const commentsByBlock = new Map<Block | Script, Span[]>();
  const blocks: (Block | Script)[] = [];
  walk(script, (node) => {
    if (node.type === 'block' || node.type === 'script') blocks.push(node);
  });
  const open: (Block | Script)[] = [];
  let next = 0;
  for (const comment of findComments(source)) {
    for (let block = blocks[next]; block !== undefined && block.from <= comment.from; block = blocks[next]) {
      open.push(block);
      next += 1;
    }
    while ((open.at(-1)?.to ?? Number.POSITIVE_INFINITY) <= comment.from && open.length > 1) open.pop();
    const innermostBlock = open.findLast((block) => block.to > comment.from) ?? script;
    const comments = commentsByBlock.get(innermostBlock);
    if (comments === undefined) commentsByBlock.set(innermostBlock, [comment]);
    else comments.push(comment);
  }
  return commentsByBlock;
}

/** Finds all comments of a source, in order. Skips string literals. */
export function findComments(source: string): readonly Span[] {
  const comments: Span[] = [];
  let at = 0;
  while (at < source.length) {
    if (source[at] === '"') {
      at = scanText(source, at, []);
    } else if (source.startsWith('//', at)) {
      const to = skipComment(source, at);
      comments.push({ from: at, to });
      at = to;
    } else {
      at += 1;
    }
  }
  return comments;
}
