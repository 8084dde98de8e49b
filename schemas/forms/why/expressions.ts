import type { Expression, Node } from '#grammar/index.ts';

/** What counts as true in the rules language, of values as a trace has them. */
export function isTrue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null && 'milliseconds' in value) return value.milliseconds !== 0;
  return Boolean(value);
}

/** Whether a node gives a value by itself, and is no statement that may give one. */
export function isExpression(node: Node): node is Expression {
  return !others.has(node.type);
}

const others: ReadonlySet<Node['type']> = new Set<Node['type']>([
  'script',
  'variable',
  'it',
  'take',
  'let',
  'define',
  'each',
  'if',
  'validate',
  'reject',
  'skip',
  'print',
  'assign',
  'broken',
]);
