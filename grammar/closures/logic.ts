import type { Logic } from '../syntax/tree.ts';
import { isTrue } from '../values/truth.ts';
import type { Code, Context } from './code.ts';
import { constant, emit, emitTest } from './expression.ts';

/** `and` and `or` stop early, and give the operand that decided. */
export function emitLogic(context: Context, { type, operands }: Logic): Code {
  const [first = constant(null), ...rest] = operands.map((operand) => emit(context, operand));
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

/** The same where only the truth counts. */
export function emitLogicTest(context: Context, { type, operands }: Logic): Code {
  const tests = operands.map((operand) => emitTest(context, operand));
  const [first, second, third, fourth, ...more] = tests;
  if (first === undefined || second === undefined || more.length > 0) return emitMany(tests, type === 'or');
  if (type === 'or') return emitAny(first, second, third, fourth);
  if (third === undefined) return (run) => first(run) === true && second(run) === true;
  if (fourth === undefined) return (run) => first(run) === true && second(run) === true && third(run) === true;
  return (run) => first(run) === true && second(run) === true && third(run) === true && fourth(run) === true;
}

function emitAny(first: Code, second: Code, third: Code | undefined, fourth: Code | undefined): Code {
  if (third === undefined) return (run) => first(run) === true || second(run) === true;
  if (fourth === undefined) return (run) => first(run) === true || second(run) === true || third(run) === true;
  return (run) => first(run) === true || second(run) === true || third(run) === true || fourth(run) === true;
}

function emitMany(tests: readonly Code[], decides: boolean): Code {
  return (run) => {
    for (let at = 0; at < tests.length; at += 1) {
      if ((tests[at]?.(run) === true) === decides) return decides;
    }
    return !decides;
  };
}
