import type { Binding } from '../analysis/binding.ts';
import { keyType, type StaticType } from '../analysis/static-type.ts';
import { nearestWord } from '../diagnostics/suggestions.ts';
import type { Run } from '../runtime/run.ts';
import type { ItemReference, Name, Path, Span, Variable, Where } from '../syntax/tree.ts';
import { fromHostValue, inputConversion, readKey } from '../values/host-values.ts';
import { FAILED, isRecord } from '../values/kind.ts';
import { isObject, isSafeKey } from '../values/plain-objects.ts';
import type { CompiledExpression, Context } from './code.ts';
import { undefinedName } from './expression.ts';
import { slotOf } from './operand.ts';

/** Compiles a path: a variable and the keys below it. */
export function emitPath(context: Context, { root, keys }: Path): CompiledExpression {
  const [first, ...rest] = keys;
  if (first === undefined) return emitRoot(context, root);
  let type = keyType(context.script.types.of(root), first.name) ?? 'any';
  const slot = slotOf(context, root);
  let code = slot === null ? emitKey(emitRoot(context, root), first, type) : emitSlotKey(slot, first, type);
  for (const key of rest) {
    type = keyType(type, key.name) ?? 'any';
    code = emitKey(code, key, type);
  }
  return code;
}

function emitRoot(context: Context, root: ItemReference | Variable): CompiledExpression {
  return root.type === 'it' ? emitIt(context, root) : emitVariable(context, root);
}

function emitIt(context: Context, node: ItemReference): CompiledExpression {
  const loop = context.script.names.items.get(node);
  const slots = loop ? context.script.names.loops.get(loop) : undefined;
  if (slots !== undefined) return ({ frame }) => frame[slots.item];
  const convert = inputConversion(context.script.types.of(node));
  const read: CompiledExpression = (run) =>
    run.host.thisValue === undefined ? undefinedName(run, node, node.name) : fromHostValue(run.host.thisValue);
  return convert === null ? read : (run) => convert(run, read(run));
}

function emitVariable(context: Context, node: Variable): CompiledExpression {
  const binding = context.script.names.bindings.get(node);
  const rows = context.script.names.enclosingWheres.get(node);
  if (rows !== undefined && binding !== undefined) return emitKeyOfRow(context, node, binding, rows);
  return binding === undefined ? () => FAILED : emitBinding(context, binding, node);
}

/**
 * Compiles a name in a `where` condition: a key of the innermost item that has it, otherwise the outer name, otherwise
 * nothing.
 */
function emitKeyOfRow(context: Context, node: Variable, binding: Binding, rows: readonly Where[]): CompiledExpression {
  const { name } = node;
  const convert = inputConversion(context.script.types.of(node));
  const slots = rows.map((where) => context.script.names.loops.get(where)?.item ?? -1);
  const isFree = binding.kind === 'unknown' || binding.kind === 'input';
  const elsewhere = isFree ? null : emitBinding(context, binding, node);
  const input = binding.kind === 'input' ? emitInput(context, binding, node) : null;
  return (run) => {
    for (const slot of slots) {
      const item = run.frame[slot];
      if (!isRecord(item) || !Object.hasOwn(item, name)) continue;
      const value = fromHostValue(item[name]);
      return convert === null ? value : convert(run, value);
    }
    if (elsewhere !== null) return elsewhere(run);
    return input !== null && run.scopes.find(name) !== null ? input(run) : null;
  };
}

/** Compiles reading the value of a binding. */
export function emitBinding(context: Context, binding: Binding, site: Span): CompiledExpression {
  const { slot, kind } = binding;
  switch (kind) {
    case 'let':
    case 'take':
    case 'item':
    case 'argument':
      return ({ frame }) => frame[slot];
    case 'input':
      return emitInput(context, binding, site);
    case 'unknown':
      return emitUnknown(binding, site);
  }
}

/**
 * Compiles reading an input key. A plain record is read directly; a value that needs a scope lookup or a conversion is
 * cached per run.
 */
function emitInput(context: Context, binding: Binding, site: Span): CompiledExpression {
  const { name } = binding;
  const convert = inputConversion(context.script.types.ofBinding(binding));
  const isKey = context.script.isKey(name);
  const lookUp: CompiledExpression = (run) => {
    const { values } = run.scopes;
    const cached = values.get(name);
    if (cached !== undefined) return cached;
    const scope = run.scopes.find(name);
    const raw = scope === null ? missingValue(run, name, site, isKey) : fromHostValue(scope.data[name]);
    const value = convert === null ? raw : convert(run, raw);
    values.set(name, value);
    return value;
  };
  if (convert !== null || !isSafeKey(name)) return lookUp;
  return (run) => {
    if (run.data !== null) {
      const value = run.data[name];
      if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
    }
    return lookUp(run);
  };
}

/** A missing value of a declared key is nothing; an unknown name is an undefined variable error. */
function missingValue(run: Run, name: string, { from, to }: Span, isKey: boolean): unknown {
  if (isKey) return null;
  const word = nearestWord(name, run.scopes.names());
  const hint = word === undefined ? {} : { suggestion: `$${word}`, fixes: [{ from, to, text: `$${word}` }] };
  return run.fail({ code: 'undefined-variable', from, to, args: { name: `$${name}` }, ...hint });
}

/**
 * The analysis has already reported the name, or its declaration did not parse. Only a run that ignores errors gets
 * here.
 */
function emitUnknown({ name }: Binding, { from, to }: Span): CompiledExpression {
  return (run) => run.fail({ code: 'undefined-variable', from, to, args: { name: `$${name}` } });
}

/** Compiles property access: reads a key of the value of `base`, converting it to the declared type. */
export function emitKey(base: CompiledExpression, site: Name, type: StaticType): CompiledExpression {
  const key = site.name;
  const convert = inputConversion(type);
  if (convert !== null) return (run) => convert(run, readKey(run, site, base(run), key));
  if (!isSafeKey(key)) return (run) => readKey(run, site, base(run), key);
  return (run) => {
    const record = base(run);
    if (isObject(record)) {
      const value = record[key];
      if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
      return settle(run, site, record, value);
    }
    return readKey(run, site, record, key);
  };
}

/**
 * Compiles property access on a variable in one closure. This is the most common expression in scripts, so it repeats
 * the code of `emitKey` instead of calling it.
 */
export function emitSlotKey(slot: number, site: Name, type: StaticType): CompiledExpression {
  const key = site.name;
  if (inputConversion(type) !== null || !isSafeKey(key)) return emitKey(({ frame }) => frame[slot], site, type);
  // jscpd:ignore-start
  return (run) => {
    const record = run.frame[slot];
    if (isObject(record)) {
      const value = record[key];
      if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
      return settle(run, site, record, value);
    }
    return readKey(run, site, record, key);
  };
  // jscpd:ignore-end
}

/**
 * Handles a value found under a safe key. Lists and dates have no keys, so nothing is found in them and `readKey`
 * reports it.
 */
function settle(run: Run, site: Name, record: object, value: unknown): unknown {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? readKey(run, site, record, site.name) : fromHostValue(value);
}
