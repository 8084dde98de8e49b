import { children } from '#grammar/syntax/children.ts';
import type { Let, Script, SyntaxNode } from '#grammar/syntax/tree.ts';

/** Finds the `let` statements whose variable is reassigned: their values have no known path in the input. */
export function reassignedLets(script: Script): ReadonlySet<Let> {
  const assigned = new Set<Let>();
  visit(script, new Map(), assigned);
  return assigned;
}

function visit(node: SyntaxNode, names: Map<string, Let | null>, assigned: Set<Let>): void {
  if (node.type === 'define') {
    visit(node.body, new Map([['input', null]]), assigned);
    return;
  }
  if (node.type === 'assign') {
    visit(node.value, names, assigned);
    const { target } = node;
    if (target.type !== 'path' || target.root.type !== 'variable' || target.keys.length > 0) return;
    const declared = names.get(target.root.name);
    if (declared) assigned.add(declared);
    return;
  }
  const inner = node.type === 'block' || node.type === 'each' ? new Map(names) : names;
  if (node.type === 'each') {
    visit(node.list, names, assigned);
    for (const name of [node.item, node.alias]) if (name !== null) inner.set(name.name, null);
    visit(node.body, inner, assigned);
    return;
  }
  for (const child of children(node)) visit(child, inner, assigned);
  if (node.type === 'let') inner.set(node.name.name, node);
  if (node.type === 'take') for (const { key, alias } of node.items) inner.set((alias ?? key).name, null);
}
