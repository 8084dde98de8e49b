import { withTracing } from '../runtime/trace.ts';
import type { Expression, Path, StatementValue } from '../syntax/tree.ts';
import { isObject } from '../values/plain-objects.ts';
import { isTrue } from '../values/truth.ts';
import { emitArithmetic, emitNegate } from './arithmetic.ts';
import { emitBlock } from './block.ts';
import { emitClock, emitIndex } from './clock.ts';
import { asOperand, type CompiledExpression, type Context } from './code.ts';
import { emitComparison } from './comparison.ts';
import { emitDurationLiteral } from './duration.ts';
import { emitChain } from './helper-chain.ts';
import { emitList } from './list.ts';
import { emitLogic, emitLogicTest } from './logic.ts';
import { operandOf } from './operand.ts';
import { emitPath } from './path.ts';
import { emitPattern, emitPhrase, emitWhere } from './phrase.ts';
import { emitStatement } from './statement.ts';

/** Compiles anything with a value: an expression, or an `if`, `each` or `validate` used as one. */
export function emit(context: Context, node: StatementValue): CompiledExpression {
  const inside = asOperand(context);
  if (node.type === 'if' || node.type === 'each' || node.type === 'validate')
    return emitStatement(inside, node, true).code;
  const code = emitExpression(inside, node);
  return context.script.isTraced ? withTracing(node, context.rows, code) : code;
}

/**
 * Compiles several expressions. A separate function, because closures created in the same scope would keep the syntax
 * nodes alive.
 */
export function emitAllExpressions(context: Context, nodes: readonly StatementValue[]): CompiledExpression[] {
  return nodes.map((node) => emit(context, node));
}

/** Compiles an expression as a boolean test: the code returns exactly true or false. */
export function emitTest(context: Context, node: Expression): CompiledExpression {
  if (context.script.isTraced) return truthOf(emit(context, node));
  const inside = asOperand(context);
  switch (node.type) {
    case 'comparison':
      return emitComparison(inside, node);
    case 'and':
    case 'or':
      return emitLogicTest(inside, node);
    case 'not':
      return emitNot(inside, node.operand);
    case 'path':
      return emitPathTest(inside, node);
    default:
      return truthOf(emitExpression(inside, node));
  }
}

/** Compiles a path as a test. Reads a key of a variable directly, because most boolean tests are checkboxes. */
function emitPathTest(context: Context, node: Path): CompiledExpression {
  const code = emitPath(context, node);
  const operand = operandOf(context, node);
  if (operand.kind !== 'key') return truthOf(code);
  const { slot, key } = operand;
  return (run) => {
    const record = run.frame[slot];
    const value = isObject(record) ? record[key] : undefined;
    return typeof value === 'boolean' ? value : isTrue(code(run));
  };
}

function emitExpression(context: Context, node: Expression): CompiledExpression {
  switch (node.type) {
    case 'number':
    case 'text':
    case 'constant':
      return constant(node.value);
    case 'clock':
      return emitClock(node);
    case 'index':
      return emitIndex(context, node);
    case 'path':
      return emitPath(context, node);
    case 'chain':
      return emitChain(context, node);
    case 'group':
      return emit(context, node.value);
    case 'list':
      return emitList(context, node);
    case 'block':
      return emitBlock(context, node, true).code;
    case 'measure':
      return emitDurationLiteral(context, node);
    case 'phrase':
      return emitPhrase(context, node);
    case 'where':
      return emitWhere(context, node);
    case 'pattern':
      return emitPattern(context, node);
    case 'negate':
      return emitNegate(context, node);
    case 'not':
      return emitNot(context, node.operand);
    case 'arithmetic':
      return emitArithmetic(context, node);
    case 'comparison':
      return emitComparison(context, node);
    case 'and':
    case 'or':
      return emitLogic(context, node);
  }
}

function emitNot(context: Context, operand: Expression): CompiledExpression {
  const test = emitTest(context, operand);
  return (run) => test(run) !== true;
}

function truthOf(code: CompiledExpression): CompiledExpression {
  return (run) => isTrue(code(run));
}

/** Code that always returns the same value. */
export function constant(value: unknown): CompiledExpression {
  return () => value;
}
