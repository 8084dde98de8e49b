import type { Expression, If, Node, Statement } from './tree.ts';

/** The nodes directly below a node, in the order of the source. */
export function children(node: Node): readonly Node[] {
  switch (node.type) {
    case 'script':
    case 'block':
      return node.statements;
    case 'take':
      return present(node.source);
    case 'let':
    case 'print':
    case 'group':
      return [node.value];
    case 'define':
      return [node.body];
    case 'each':
      return [node.list, node.body];
    case 'if':
      return ifChildren(node);
    case 'validate':
      return [...present(node.label), node.body];
    case 'reject':
      return [...present(node.subject), ...present(node.because)];
    case 'assign':
      return [node.target, node.value];
    case 'path':
      return [node.root];
    case 'chain':
      return [node.base];
    case 'list':
      return node.items;
    case 'measure':
      return [node.amount];
    case 'negate':
    case 'not':
      return [node.operand];
    case 'arithmetic':
    case 'and':
    case 'or':
      return node.operands;
    case 'comparison':
      return [node.left, node.right];
    case 'skip':
    case 'broken':
    case 'number':
    case 'text':
    case 'constant':
    case 'clock':
    case 'index':
    case 'variable':
    case 'it':
      return NONE;
  }
}

/** Calls `visit` with the node and every node below it, in the order of the source. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of children(node)) walk(child, visit);
}

const NONE: readonly Node[] = [];

function present(node: Expression | null): readonly Expression[] {
  return node === null ? [] : [node];
}

function ifChildren(node: If): readonly (Expression | Statement)[] {
  return [...node.branches.flatMap(({ test, body }) => [test, body]), ...present(node.otherwise)];
}
