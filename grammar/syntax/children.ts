import type { Expression, Statement, SyntaxNode } from './tree.ts';

/** Calls `visit` for each direct child of a node in source order. */
export function forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void {
  // The most frequent node types come first, because the cases are compared one after the other.
  switch (node.type) {
    case 'variable':
    case 'number':
    case 'text':
    case 'it':
    case 'constant':
    case 'clock':
    case 'index':
    case 'skip':
    case 'broken':
      return;
    case 'path':
      visit(node.root);
      return;
    case 'comparison':
      visit(node.left);
      visit(node.right);
      return;
    case 'arithmetic':
    case 'and':
    case 'or':
      for (const operand of node.operands) visit(operand);
      return;
    case 'chain':
      visit(node.base);
      return;
    case 'negate':
    case 'not':
      visit(node.operand);
      return;
    case 'group':
    case 'let':
    case 'print':
      visit(node.value);
      return;
    case 'list':
      for (const item of node.items) visit(item);
      return;
    case 'measure':
      visit(node.amount);
      return;
    case 'phrase':
      for (const operand of node.operands) visit(operand);
      return;
    case 'where':
      visit(node.list);
      visit(node.condition);
      return;
    case 'pattern':
      visit(node.text);
      visit(node.pattern);
      return;
    case 'script':
    case 'block':
      for (const statement of node.statements) visit(statement);
      return;
    case 'if':
      for (const { test, body } of node.branches) {
        visit(test);
        visit(body);
      }
      if (node.otherwise !== null) visit(node.otherwise);
      return;
    case 'assign':
      visit(node.target);
      visit(node.value);
      return;
    case 'reject':
      if (node.subject !== null) visit(node.subject);
      if (node.because !== null) visit(node.because);
      return;
    case 'each':
      visit(node.list);
      visit(node.body);
      return;
    case 'take':
      if (node.source !== null) visit(node.source);
      return;
    case 'define':
      visit(node.body);
      return;
    case 'validate':
      if (node.label !== null) visit(node.label);
      visit(node.body);
      return;
  }
}

/** Returns the direct children of a node in source order. */
export function children(node: SyntaxNode): readonly SyntaxNode[] {
  const list: SyntaxNode[] = [];
  forEachChild(node, (child) => list.push(child));
  return list;
}

/** Depth-first traversal: calls `visit` for the node and all its descendants in source order. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  const enter = (each: SyntaxNode): void => {
    visit(each);
    forEachChild(each, enter);
  };
  enter(node);
}

const STATEMENTS: ReadonlySet<Statement['type']> = new Set<Statement['type']>([
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

/** Whether a statement is just an expression. */
export function isExpression(statement: Statement): statement is Extract<Statement, Expression> {
  return !STATEMENTS.has(statement.type);
}
