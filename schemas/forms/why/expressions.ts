import type { Expression, SyntaxNode } from '#grammar/index.ts';

/** The truth of a value in the rules language, for values as they are in a trace. */
export function isTrue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null && 'milliseconds' in value) return value.milliseconds !== 0;
  return Boolean(value);
}

/** Whether a node is an expression rather than a statement. */
export function isExpression(node: SyntaxNode): node is Expression {
  return !statementTypes.has(node.type);
}

const statementTypes: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
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
