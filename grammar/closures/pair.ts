import type { Code } from './code.ts';
import { type Operand, peekInput, peekKey, peekSlot } from './operand.ts';
import { isSound, NUMERIC, type NumericSymbol, operate } from './operate.ts';

/** The two sides of an operator, as code and as what can be looked at without a call. */
export interface Pair {
  readonly left: Operand;
  readonly right: Operand;
  readonly leftCode: Code;
  readonly rightCode: Code;
}

/**
 * Code for an operator that meets two numbers most of the time. Whatever else it meets, and results that are not finite, are
 * left to `slow`, which looks at the operands again: those that are looked at in place have no effects.
 */
export function emitPair(symbol: NumericSymbol, { left, right, leftCode, rightCode }: Pair, slow: Slow): Code {
  const operator = NUMERIC[symbol];
  const again: Code = (run) => slow(run, leftCode(run), rightCode(run));
  if (right.kind === 'number') return withLiteral(symbol, left, right.value, leftCode, slow);
  if (left.kind === 'key' && right.kind === 'key') {
    const { slot: leftSlot, key: leftKey } = left;
    const { slot: rightSlot, key: rightKey } = right;
    return (run) => {
      const a = peekKey(run, leftSlot, leftKey);
      const b = peekKey(run, rightSlot, rightKey);
      if (typeof a === 'number' && typeof b === 'number') {
        const result = operate(operator, a, b);
        if (isSound(result)) return result;
      }
      return again(run);
    };
  }
  if (left.kind === 'slot' && right.kind === 'slot') {
    const { slot: leftSlot } = left;
    const { slot: rightSlot } = right;
    return (run) => {
      const a = peekSlot(run, leftSlot);
      const b = peekSlot(run, rightSlot);
      if (typeof a === 'number' && typeof b === 'number') {
        const result = operate(operator, a, b);
        if (isSound(result)) return result;
      }
      return slow(run, a, b);
    };
  }
  if (left.kind === 'slot') {
    const { slot } = left;
    return (run) => {
      const a = peekSlot(run, slot);
      const b = rightCode(run);
      if (typeof a === 'number' && typeof b === 'number') {
        const result = operate(operator, a, b);
        if (isSound(result)) return result;
      }
      return slow(run, a, b);
    };
  }
  return (run) => {
    const a = leftCode(run);
    const b = rightCode(run);
    if (typeof a === 'number' && typeof b === 'number') {
      const result = operate(operator, a, b);
      if (isSound(result)) return result;
    }
    return slow(run, a, b);
  };
}

/** What an operator does with any two values. */
export type Slow = (run: Parameters<Code>[0], a: unknown, b: unknown) => unknown;

function withLiteral(symbol: NumericSymbol, left: Operand, literal: number, leftCode: Code, slow: Slow): Code {
  const operator = NUMERIC[symbol];
  switch (left.kind) {
    case 'key': {
      const { slot, key } = left;
      return (run) => {
        const value = peekKey(run, slot, key);
        if (typeof value === 'number') {
          const result = operate(operator, value, literal);
          if (isSound(result)) return result;
        }
        return slow(run, leftCode(run), literal);
      };
    }
    case 'input': {
      const { name } = left;
      return (run) => {
        const value = peekInput(run, name);
        if (typeof value === 'number') {
          const result = operate(operator, value, literal);
          if (isSound(result)) return result;
        }
        return slow(run, leftCode(run), literal);
      };
    }
    case 'slot':
    case 'number':
    case 'code':
      return (run) => {
        const value = leftCode(run);
        if (typeof value === 'number') {
          const result = operate(operator, value, literal);
          if (isSound(result)) return result;
        }
        return slow(run, value, literal);
      };
  }
}
