import type { Logic } from '../syntax/tree.ts';
import { isTrue } from '../values/truth.ts';
import type { Code, Context, Test } from './code.ts';
import { constant, emit, emitTest } from './expression.ts';

/** `and` and `or` stop early, and give the operand that decided. */
export function emitLogic(context: Context, { type, operands }: Logic): Code {
  const codes = operands.map((operand) => emit(context, operand));
  const [first = constant(null), ...rest] = codes;
  const decides = type === 'or';
  const [second] = rest;
  if (second !== undefined && rest.length === 1) {
    return (run) => {
      const value = first(run);
      return isTrue(value) === decides ? value : second(run);
    };
  }
  return (run) => {
    let value = first(run);
    for (const code of rest) {
      if (isTrue(value) === decides) return value;
      value = code(run);
    }
    return value;
  };
}

/** The same where only the truth counts. */
export function emitLogicTest(context: Context, { type, operands }: Logic): Test {
  const tests = operands.map((operand) => emitTest(context, operand));
  const decides = type === 'or';
  const [first, second, ...rest] = tests;
  if (first !== undefined && second !== undefined && rest.length === 0) {
    return decides ? (run) => first(run) || second(run) : (run) => first(run) && second(run);
  }
  return (run) => {
    for (const test of tests) {
      if (test(run) === decides) return decides;
    }
    return !decides;
  };
}
