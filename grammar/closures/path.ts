import type { Binding } from '../analysis/binding.ts';
import { keyType } from '../analysis/static-type.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Run } from '../running/run.ts';
import type { It, Name, Path, Span, Variable } from '../syntax/tree.ts';
import { adopt, conversionTo, readKey } from '../values/adopt.ts';
import { FAILED } from '../values/kind.ts';
import { undefinedName } from './clock.ts';
import type { Code, Context } from './code.ts';

/** A variable and the keys below it. */
export function emitPath(context: Context, { root, keys }: Path): Code {
  let type = context.types.of(root);
  let code = root.type === 'it' ? emitIt(context, root) : emitVariable(context, root);
  for (const key of keys) {
    type = keyType(type, key.name) ?? 'any';
    code = emitKey(code, key, type);
  }
  return code;
}

/** Reads a key of what `base` gives. */
export function emitKey(base: Code, key: Name, type: Parameters<typeof conversionTo>[0]): Code {
  const { name } = key;
  const convert = conversionTo(type);
  if (convert !== null) return (run) => convert(run, readKey(run, key, base(run), name));
  return (run) => readKey(run, key, base(run), name);
}

function emitIt(context: Context, node: It): Code {
  const loop = context.names.items.get(node);
  const slots = loop ? context.names.loops.get(loop) : undefined;
  if (slots !== undefined) return ({ frame }) => frame[slots.item];
  const convert = conversionTo(context.types.of(node));
  const read: Code = (run) =>
    run.host.item === undefined ? undefinedName(run, node, node.name) : adopt(run.host.item);
  return convert === null ? read : (run) => convert(run, read(run));
}

function emitVariable(context: Context, node: Variable): Code {
  const binding = context.names.bindings.get(node);
  return binding === undefined ? () => FAILED : emitBinding(context, binding, node);
}

/** Reads what a binding stands for. */
export function emitBinding(context: Context, binding: Binding, site: Span): Code {
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

/** The input is asked once for each name and run. */
function emitInput(context: Context, binding: Binding, site: Span): Code {
  const { slot } = binding;
  const load = loader(context, binding, site);
  return (run) => {
    const value = run.frame[slot];
    return value === undefined ? load(run) : value;
  };
}

function loader(context: Context, binding: Binding, site: Span): Code {
  const { name, slot } = binding;
  const convert = conversionTo(context.types.ofBinding(binding));
  const isKey = context.isKey(name);
  return (run) => {
    const scope = run.host.scopes.find(name);
    const raw = scope === null ? absent(run, name, site, isKey) : adopt(scope.data[name]);
    const value = convert === null ? raw : convert(run, raw);
    run.frame[slot] = value;
    return value;
  };
}

/** A key of the form that has no value is nothing; a name that nobody knows is an error. */
function absent(run: Run, name: string, { from, to }: Span, isKey: boolean): unknown {
  if (isKey) return null;
  const word = nearest(name, run.host.scopes.names());
  const hint = word === undefined ? {} : { suggestion: `$${word}`, fixes: [{ from, to, text: `$${word}` }] };
  return run.fail({ code: 'undefined-variable', from, to, args: { name: `$${name}` }, ...hint });
}

/** The analysis has reported it, or its declaration did not parse: only a run that ignores errors gets here. */
function emitUnknown({ name }: Binding, { from, to }: Span): Code {
  return (run) => run.fail({ code: 'undefined-variable', from, to, args: { name: `$${name}` } });
}
