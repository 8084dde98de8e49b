import { children } from '../syntax/children.ts';
import type { Define, Name, Script, SyntaxNode } from '../syntax/tree.ts';

/** The symbols in scope at a position, innermost last. */
export interface SymbolsInScope {
  readonly names: readonly Name[];
  readonly helpers: readonly Define[];
  /** Whether the position is inside a helper, which sees $input but no variables from outside. */
  readonly isInHelper: boolean;
}

/** Finds the variables and helpers in scope at an offset, for completion. */
export function symbolsInScope(script: Script, offset: number): SymbolsInScope {
  let names: Name[] = [];
  const helpers: Define[] = [];
  let isInHelper = false;
  const enter = (node: SyntaxNode): void => {
    if (node.type === 'define') {
      names = [];
      isInHelper = true;
    }
    if (node.type === 'each') names.push(...[node.item, node.alias].filter((name) => name !== null));
    for (const child of children(node)) {
      if (child.from < offset && offset <= child.to) enter(child);
      else if (child.to < offset && (node.type === 'script' || node.type === 'block')) declare(child);
    }
  };
  const declare = (node: SyntaxNode): void => {
    if (node.type === 'let') names.push(node.name);
    else if (node.type === 'take') names.push(...node.items.map(({ key, alias }) => alias ?? key));
    else if (node.type === 'define') helpers.push(node);
  };
  enter(script);
  return { names, helpers, isInHelper };
}
