import type { Binding } from '../analysis/binding.ts';
import type { Path, StatementValue } from '../syntax/tree.ts';
import { conversionTo } from '../values/adopt.ts';
import { isSafeKey } from '../values/plain.ts';
import type { Context } from './code.ts';
import { fold } from './fold.ts';

/**
 * An operand that an operator can look at by itself. Calling a closure costs more than most operators do, so operators have
 * closures of their own for variables, keys of variables, names of the input and numbers; all else is a call.
 */
export type Operand =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'slot'; readonly slot: number }
  | { readonly kind: 'key'; readonly slot: number; readonly key: string }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'code' };

/** What kind of operand a node is; always a call where nodes are traced. */
export function operandOf(context: Context, node: StatementValue): Operand {
  if (context.script.isTraced) return CODE;
  const value = fold(node);
  if (value !== undefined) return { kind: 'number', value };
  return node.type === 'path' ? ofPath(context, node) : CODE;
}

const CODE: Operand = { kind: 'code' };

function ofPath(context: Context, path: Path): Operand {
  if (conversionTo(context.script.types.of(path)) !== null) return CODE;
  const { root, keys } = path;
  const [key, second] = keys;
  if (second !== undefined || (key !== undefined && !isSafeKey(key.name))) return CODE;
  const slot = slotOf(context, root);
  if (slot !== null) return key === undefined ? { kind: 'slot', slot } : { kind: 'key', slot, key: key.name };
  if (key !== undefined || root.type === 'it' || !isSafeKey(root.name) || context.script.names.rows.has(root))
    return CODE;
  const isInput = context.script.names.bindings.get(root)?.kind === 'input';
  return isInput ? { kind: 'input', name: root.name } : CODE;
}

/** Where the value of a path's root is sure to be found in the frame; null where it may have to be fetched. */
export function slotOf({ script: { names } }: Context, root: Path['root']): number | null {
  if (root.type === 'variable') {
    if (names.rows.has(root)) return null;
    const binding = names.bindings.get(root);
    return binding !== undefined && STORED.has(binding.kind) ? binding.slot : null;
  }
  const loop = names.items.get(root);
  return (loop && names.loops.get(loop)?.item) ?? null;
}

const STORED: ReadonlySet<Binding['kind']> = new Set<Binding['kind']>(['let', 'take', 'item', 'argument']);
