import type { List } from '../syntax/tree.ts';
import type { Code, Context } from './code.ts';
import { emit } from './expression.ts';

export function emitList(context: Context, node: List): Code {
  const items = node.items.map((item) => emit(context, item));
  return (run) => {
    run.growList(node, items.length);
    return items.map((item) => item(run));
  };
}
