import type { Binding } from '../analysis/binding.ts';
import type { Arithmetic, Path, StatementValue } from '../syntax/tree.ts';
import { inputConversion } from '../values/host-values.ts';
import { FAST_OPERATORS } from '../values/numbers.ts';
import { isSafeKey } from '../values/plain-objects.ts';
import type { Context } from './code.ts';

/**
 * An operand that an operator can read directly. Calling a closure costs more than most operators do, so operators have
 * specialized closures for variables, keys of variables, input names and numbers. Everything else is a call.
 */
export type DirectOperand =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'slot'; readonly slot: number }
  | { readonly kind: 'key'; readonly slot: number; readonly key: string }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'code' };

/** Classifies an operand. In a traced run it is always a call, so that the node is recorded. */
export function operandOf(context: Context, node: StatementValue): DirectOperand {
  if (context.script.isTraced) return CODE;
  const value = fold(node);
  if (value !== undefined) return { kind: 'number', value };
  return node.type === 'path' ? ofPath(context, node) : CODE;
}

const CODE: DirectOperand = { kind: 'code' };

function ofPath(context: Context, path: Path): DirectOperand {
  if (inputConversion(context.script.types.of(path)) !== null) return CODE;
  const { root, keys } = path;
  const [key, second] = keys;
  if (second !== undefined || (key !== undefined && !isSafeKey(key.name))) return CODE;
  const slot = slotOf(context, root);
  if (slot !== null) return key === undefined ? { kind: 'slot', slot } : { kind: 'key', slot, key: key.name };
  if (
    key !== undefined ||
    root.type === 'it' ||
    !isSafeKey(root.name) ||
    context.script.names.enclosingWheres.has(root)
  )
    return CODE;
  const isInput = context.script.names.bindings.get(root)?.kind === 'input';
  return isInput ? { kind: 'input', name: root.name } : CODE;
}

/** The frame slot that is certain to hold the value of a path's root; null if it may have to be fetched. */
export function slotOf({ script: { names } }: Context, root: Path['root']): number | null {
  if (root.type === 'variable') {
    if (names.enclosingWheres.has(root)) return null;
    const binding = names.bindings.get(root);
    return binding !== undefined && STORED.has(binding.kind) ? binding.slot : null;
  }
  const loop = names.items.get(root);
  return (loop && names.loops.get(loop)?.item) ?? null;
}

const STORED: ReadonlySet<Binding['kind']> = new Set<Binding['kind']>(['let', 'take', 'item', 'argument']);

/**
 * Constant folding: computes the number that an expression of literals evaluates to. Returns undefined if it contains
 * anything else, or if only a run can compute it or charge for it.
 */
export function fold(node: StatementValue): number | undefined {
  const value = foldAny(node);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

function foldAny(node: StatementValue): number | undefined {
  switch (node.type) {
    case 'number':
      return node.value;
    case 'group':
      return fold(node.value);
    case 'negate': {
      const operand = fold(node.operand);
      return operand === undefined ? undefined : -operand;
    }
    case 'arithmetic':
      return foldRun(node);
    default:
      return undefined;
  }
}

function foldRun({ operands, operators }: Arithmetic): number | undefined {
  return operands.map(fold).reduce((left, right, index) => {
    const symbol = operators[index - 1]?.symbol;
    return left === undefined || right === undefined || symbol === undefined
      ? undefined
      : FAST_OPERATORS[symbol](left, right);
  });
}
