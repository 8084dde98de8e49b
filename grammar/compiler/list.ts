import type { List } from '../syntax/tree.ts';
import { type CompiledExpression, type Context, siteOf } from './code.ts';
import { emitAllExpressions } from './expression.ts';

/** Compiles a list literal and charges for its length. */
export function emitList(context: Context, node: List): CompiledExpression {
  const items = emitAllExpressions(context, node.items);
  const site = siteOf(node);
  return (run) => {
    run.growList(site, items.length);
    return items.map((item) => item(run));
  };
}
