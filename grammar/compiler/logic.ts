import type { Expression, Logic } from '../syntax/tree.ts';
import { isTrue } from '../values/kind.ts';
import type { CompiledExpression, Context } from './code.ts';
import { constant, emitAllExpressions, emitTest } from './expression.ts';

/**
 * Compiles `and` and `or` with short-circuit evaluation. The value is the operand that decided; for boolean operands
 * that is a boolean.
 */
export function emitLogic(context: Context, node: Logic): CompiledExpression {
  const { type, operands } = node;
  if (!context.script.isTraced && operands.every(isBoolean)) return emitLogicTest(context, node);
  const [first = constant(null), ...rest] = emitAllExpressions(context, operands);
  const decides = type === 'or';
  return (run) => {
    let value = first(run);
    for (let at = 0; at < rest.length; at += 1) {
      if (isTrue(value) === decides) return value;
      value = rest[at]?.(run);
    }
    return value;
  };
}

/** Whether an expression always evaluates to true or false. */
function isBoolean(node: Expression): boolean {
  return (
    node.type === 'comparison' ||
    node.type === 'not' ||
    node.type === 'pattern' ||
    ((node.type === 'and' || node.type === 'or') && node.operands.every(isBoolean))
  );
}

/** Compiles `and` and `or` where only the truth of the result is used. */
export function emitLogicTest(context: Context, { type, operands }: Logic): CompiledExpression {
  const tests = operands.map((operand) => emitTest(context, operand));
  return type === 'and' ? emitAll(tests) : emitAny(tests);
}

/** Combines tests with a logical and. Up to four tests get a specialized closure. */
export function emitAll(tests: readonly CompiledExpression[]): CompiledExpression {
  const [first, second, third, fourth, fifth] = tests;
  if (first === undefined || fifth !== undefined) return (run) => tests.every((test) => test(run) === true);
  if (second === undefined) return first;
  if (third === undefined) return (run) => first(run) === true && second(run) === true;
  if (fourth === undefined) return (run) => first(run) === true && second(run) === true && third(run) === true;
  return (run) => first(run) === true && second(run) === true && third(run) === true && fourth(run) === true;
}

function emitAny(tests: readonly CompiledExpression[]): CompiledExpression {
  const [first, second, third] = tests;
  if (first === undefined || second === undefined || third !== undefined)
    return (run) => tests.some((test) => test(run) === true);
  return (run) => first(run) === true || second(run) === true;
}
