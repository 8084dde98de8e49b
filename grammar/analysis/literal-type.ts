import type { Node } from '../syntax/tree.ts';
import type { StaticType } from './static-type.ts';

/** A node that says its own type: there is nothing to look up, nor to remember. */
export type Literal = Extract<Node, { type: 'number' | 'text' | 'constant' | 'clock' | 'index' }>;

export function isLiteral(node: Node): node is Literal {
  const { type } = node;
  return type === 'number' || type === 'text' || type === 'constant' || type === 'clock' || type === 'index';
}

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
