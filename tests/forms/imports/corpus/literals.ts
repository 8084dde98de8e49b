import { type ESTree, parseSync } from 'vite';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';

/** An object literal of a source file. Its functions are left out, since JSON has none. */
export interface ObjectLiteral {
  readonly value: JsonMap;
  readonly hasFunctions: boolean;
  /** The name of its variable or property. */
  readonly name: string;
  /** The position of the block around it. */
  readonly block: number;
}

/** The outermost object literals of a JavaScript or TypeScript file that consist of constants. */
export function objectLiterals(path: string, text: string): ObjectLiteral[] {
  const { program } = parseSync(path, text);
  const found: ObjectLiteral[] = [];
  visit(program, { found, name: '', block: 0 });
  return found;
}

interface Visit {
  readonly found: ObjectLiteral[];
  readonly name: string;
  readonly block: number;
}

function visit(node: unknown, at: Visit): void {
  if (Array.isArray(node)) for (const each of node) visit(each, at);
  if (!isNode(node)) return;
  if (node.type === 'ObjectExpression') {
    const reading = { hasFunctions: false };
    const value = constantOf(node, reading);
    if (isRecord(value)) {
      at.found.push({ value, hasFunctions: reading.hasFunctions, name: at.name, block: at.block });
      return;
    }
  }
  const block = node.type === 'BlockStatement' ? node.start : at.block;
  const name = nameOf(node) ?? at.name;
  for (const inner of Object.values(node)) visit(inner, { ...at, block, name });
}

const isNode = (value: unknown): value is ESTree.Node => isRecord(value) && typeof value.type === 'string';

function nameOf(node: ESTree.Node): string | null {
  if (node.type === 'VariableDeclarator') return node.id.type === 'Identifier' ? node.id.name : null;
  return node.type === 'Property' && node.key.type === 'Identifier' ? node.key.name : null;
}

/** A value that is no constant. */
const unknownValue = Symbol('no constant');

function constantOf(node: ESTree.Node, reading: { hasFunctions: boolean }): unknown {
  switch (node.type) {
    case 'Literal':
      return 'regex' in node ? unknownValue : node.value;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? node.quasis.map(({ value }) => value.cooked).join('') : unknownValue;
    case 'BinaryExpression': {
      const [left, right] = [constantOf(node.left, reading), constantOf(node.right, reading)];
      const areTexts = node.operator === '+' && typeof left === 'string' && typeof right === 'string';
      return areTexts ? left + right : unknownValue;
    }
    case 'UnaryExpression': {
      const value = constantOf(node.argument, reading);
      if (node.operator === '-' && typeof value === 'number') return -value;
      return node.operator === '!' && typeof value === 'number' ? value === 0 : unknownValue;
    }
    case 'Identifier':
      return node.name === 'undefined' ? undefined : unknownValue;
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return constantOf(node.expression, reading);
    case 'ArrayExpression': {
      const values = node.elements.map((each) => (each === null ? unknownValue : constantOf(each, reading)));
      return values.includes(unknownValue) ? unknownValue : values;
    }
    case 'ObjectExpression':
      return objectOf(node, reading);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      reading.hasFunctions = true;
      return undefined;
    default:
      return unknownValue;
  }
}

function objectOf({ properties }: ESTree.ObjectExpression, reading: { hasFunctions: boolean }): unknown {
  const entries: [string, unknown][] = [];
  for (const each of properties) {
    if (each.type !== 'Property' || each.computed) return unknownValue;
    const key = each.key.type === 'Identifier' ? each.key.name : constantOf(each.key, reading);
    const value = constantOf(each.value, reading);
    if (value === unknownValue || (typeof key !== 'string' && typeof key !== 'number')) return unknownValue;
    if (value !== undefined) entries.push([String(key), value]);
  }
  return Object.fromEntries(entries);
}
