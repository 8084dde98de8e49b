import type { Take, TakeItem } from '../syntax/tree.ts';
import { inputConversion, readKey } from '../values/host-values.ts';
import { FAILED } from '../values/kind.ts';
import type { CompiledExpression, Context, ScriptContext } from './code.ts';
import { constant } from './expression.ts';
import { emitSlotKey } from './key.ts';
import { emitBinding, emitPath } from './path.ts';

/** Compiles `take` (destructuring): reads keys of a record, keys of the loop's item, or input names into variables. */
export function emitTake(context: Context, take: Take): CompiledExpression {
  const source = take.source === null ? null : emitPath(context, take.source);
  const codes = emitItems(context, take.items);
  return (run) => {
    const from = source === null ? null : source(run);
    for (const code of codes) code(run, from);
    return null;
  };
}

function emitItems(context: Context, items: readonly TakeItem[]): ItemCode[] {
  return items.map((item) => emitItem(context, item));
}

type ItemCode = (run: Parameters<CompiledExpression>[0], from: unknown) => void;

function emitItem(context: Context, item: TakeItem): ItemCode {
  const binding = context.script.names.bindings.get(item.alias ?? item.key);
  if (binding === undefined) return () => undefined;
  const { slot } = binding;
  const type = context.script.types.ofBinding(binding);
  const source = context.script.names.takes.get(item);
  if (source === undefined) {
    const convert = inputConversion(type);
    const { key } = item;
    return (run, from) => {
      const value = readKey(run, key, from, key.name);
      run.frame[slot] = convert === null ? value : convert(run, value);
    };
  }
  const read =
    'binding' in source ? emitBinding(context, source.binding, item.key) : emitItemKey(context, item, source.loop);
  return (run) => {
    run.frame[slot] = read(run);
  };
}

function emitItemKey(
  context: Context,
  item: TakeItem,
  loop: Parameters<ScriptContext['names']['loops']['get']>[0],
): CompiledExpression {
  const slots = context.script.names.loops.get(loop);
  const binding = context.script.names.bindings.get(item.alias ?? item.key);
  if (slots === undefined || binding === undefined) return constant(FAILED);
  return emitSlotKey(slots.item, item.key, context.script.types.ofBinding(binding));
}
