import type { SyntaxNode } from '../syntax/tree.ts';
import type { StaticType } from './static-type.ts';

/** A node whose type follows from the node itself, so it needs no inference and no cache. */
export type Literal = Extract<SyntaxNode, { type: 'number' | 'text' | 'constant' | 'clock' | 'index' }>;

/** Type guard for nodes whose type is known without inference. */
export function isLiteral(node: SyntaxNode): node is Literal {
  const { type } = node;
  return type === 'number' || type === 'text' || type === 'constant' || type === 'clock' || type === 'index';
}

/** The static type of a literal. */
export function literalType(node: Literal): StaticType {
  switch (node.type) {
    case 'number':
    case 'index':
      return 'number';
    case 'text':
      return 'text';
    case 'constant':
      return node.value === null ? 'nothing' : 'boolean';
    case 'clock':
      return 'date';
  }
}
