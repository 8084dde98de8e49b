import type { Binding } from '../analysis/binding.ts';
import { addProductFast, isMultipleOfQuarter } from '../decimal/fast-decimal.ts';
import type { Finding } from '../diagnostics/finding.ts';
import type { Run } from '../runtime/run.ts';
import type { ArithmeticOperator, Assign, Span, StatementValue, Variable } from '../syntax/tree.ts';
import { calculate, isUnchangedBy } from '../values/arithmetic.ts';
import { FAILED, kindOf } from '../values/kind.ts';
import { isObject } from '../values/plain-objects.ts';
import { isNumericOperator, isValidResult, NUMERIC_OPERATORS } from './binary-operator.ts';
import { type CompiledExpression, type Context, siteOf } from './code.ts';
import { emit } from './expression.ts';
import { operandOf } from './operand.ts';

/**
 * Compiles an assignment to a `let` variable. Any other target is left unchanged, and a run that ignores errors reports
 * it as immutable.
 */
export function emitAssign(context: Context, { target, operator, value }: Assign): CompiledExpression {
  const valueCode = emit(context, value);
  const root = target.type === 'path' && target.keys.length === 0 ? target.root : null;
  const binding = root === null ? undefined : context.script.names.bindings.get(root);
  if (binding?.kind !== 'let') {
    const immutable = context.script.names.immutableAssignments.get(target);
    return (run) => {
      valueCode(run);
      const finding = immutable ?? (root?.type === 'variable' && isInputName(run, root) ? immutableInput(root) : null);
      return finding === null ? FAILED : run.fail(finding);
    };
  }
  const site = siteOf(target);
  if (operator === '=') return emitSet(site, binding, valueCode);
  const change = emitChange(site, binding, ARITHMETIC[operator], valueCode);
  return (operator === '+=' && emitAccumulate(context, binding.slot, value, change)) || change;
}

/** Without a schema, only the input at run time shows which names it contains. */
const isInputName = (run: Run, { name }: Variable) => run.scopes.find(name) !== null;

const immutableInput = ({ name, from, to }: Variable): Finding => ({
  code: 'immutable',
  from,
  to,
  args: { name: `$${name}`, reason: 'part of the input' },
});

function emitSet(site: Span, binding: Binding, valueCode: CompiledExpression): CompiledExpression {
  const { slot, name } = binding;
  return (run) => {
    const after = valueCode(run);
    const { frame } = run;
    const before = frame[slot];
    frame[slot] = after;
    if (typeof before !== typeof after || typeof after === 'object') warnOfChange(run, site, name, before, after);
    return after;
  };
}

/** Compiles `+=`, `-=`, `*=` and `/=`. The variable is read before the value is evaluated. */
function emitChange(
  site: Span,
  binding: Binding,
  symbol: ArithmeticOperator,
  valueCode: CompiledExpression,
): CompiledExpression {
  const { slot, name } = binding;
  const operate = isNumericOperator(symbol) ? NUMERIC_OPERATORS[symbol] : null;
  return (run) => {
    const { frame } = run;
    const old = frame[slot];
    const value = valueCode(run);
    if (operate !== null && typeof old === 'number' && typeof value === 'number' && typeof frame[slot] === 'number') {
      const result = operate(old, value);
      if (isValidResult(result)) {
        frame[slot] = result;
        return result;
      }
    }
    const before = frame[slot];
    if (isUnchangedBy(symbol, value)) return before;
    const after = calculate(run, site, symbol, old, value);
    frame[slot] = after;
    warnOfChange(run, site, name, before, after);
    return after;
  };
}

const ARITHMETIC = { '+=': '+', '-=': '-', '*=': '*', '/=': '/' } as const;

/** Warns if the kind of a variable changes. A change from or to nothing is no type change. */
function warnOfChange(run: Run, site: Span, name: string, old: unknown, now: unknown): void {
  const [before, after] = [kindOf(old), kindOf(now)];
  if (before === after || before === 'nothing' || after === 'nothing') return;
  run.produce.warn(site, 'variable-type-changed', { name: `$${name}`, before, after });
}

/**
 * Fast path for `$total += $line.quantity * $line.price`, where most scripts about money spend their time: it
 * multiplies and adds in one step, which takes half the time for cents. For other values it falls back to `change`,
 * which evaluates the operands again; that is safe because they have no side effects. Returns null if the expression
 * does not have this shape. Each closure has its own code, because the JavaScript engine keeps its inline caches per
 * code location.
 */
function emitAccumulate(
  context: Context,
  slot: number,
  value: StatementValue,
  change: CompiledExpression,
): CompiledExpression | null {
  if (value.type !== 'arithmetic' || value.operators[0]?.symbol !== '*') return null;
  const [first, second, third] = value.operands;
  if (first === undefined || second === undefined || third !== undefined) return null;
  const left = operandOf(context, first);
  const right = operandOf(context, second);
  if (left.kind === 'key' && right.kind === 'key') {
    const { slot: leftSlot, key: leftKey } = left;
    const { slot: rightSlot, key: rightKey } = right;
    return (run) => {
      const { frame } = run;
      const total = frame[slot];
      const leftRecord = frame[leftSlot];
      const rightRecord = frame[rightSlot];
      const a = isObject(leftRecord) ? leftRecord[leftKey] : undefined;
      const b = isObject(rightRecord) ? rightRecord[rightKey] : undefined;
      if (typeof total === 'number' && typeof a === 'number' && typeof b === 'number') {
        const result = addProduct(total, a, b);
        if (isValidResult(result)) {
          frame[slot] = result;
          return result;
        }
      }
      return change(run);
    };
  }
  if (left.kind !== 'slot' || right.kind !== 'slot') return null;
  const { slot: leftSlot } = left;
  const { slot: rightSlot } = right;
  // jscpd:ignore-start
  return (run) => {
    const { frame } = run;
    const total = frame[slot];
    const a = frame[leftSlot];
    const b = frame[rightSlot];
    if (typeof total === 'number' && typeof a === 'number' && typeof b === 'number') {
      const result = addProduct(total, a, b);
      if (isValidResult(result)) {
        frame[slot] = result;
        return result;
      }
    }
    return change(run);
  };
  // jscpd:ignore-end
}

/** Returns NaN if the fast path can not compute the exact result. */
function addProduct(total: number, a: number, b: number): number {
  const product = a * b;
  const isExact =
    isMultipleOfQuarter(a) && isMultipleOfQuarter(b) && isMultipleOfQuarter(product) && isMultipleOfQuarter(total);
  return isExact ? total + product : addProductFast(total, a, b);
}
