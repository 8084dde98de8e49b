import { type Run, SIGNAL_END, SIGNAL_SKIP } from '../runtime/run.ts';
import type { OpenValidation } from '../runtime/run-output.ts';
import { END, SKIP } from '../runtime/stop.ts';
import { withTracing } from '../runtime/trace.ts';
import type { Define, Print, Span, Statement, Take, TakeItem, Validate } from '../syntax/tree.ts';
import { inputConversion, readKey } from '../values/host-values.ts';
import { FAILED } from '../values/kind.ts';
import { toText } from '../values/text.ts';
import { emitAssign } from './assign.ts';
import { emitBlock } from './block.ts';
import { emitIf } from './branch.ts';
import { type CompiledExpression, type CompiledStatement, type Context, type ScriptContext, siteOf } from './code.ts';
import { constant, emit } from './expression.ts';
import { emitSlotKey } from './key.ts';
import { emitEach } from './loop.ts';
import { emitBinding, emitPath } from './path.ts';
import { emitReject } from './reject.ts';

/** Compiles a statement. Unless `needsValue` is set its value is null, which saves building lists. */
export function emitStatement(context: Context, node: Statement, needsValue: boolean): CompiledStatement {
  const step = emitUntraced(context, node, needsValue);
  const isRecorded =
    context.script.isTraced &&
    (node.type === 'if' ||
      node.type === 'each' ||
      node.type === 'validate' ||
      node.type === 'let' ||
      node.type === 'assign');
  return isRecorded ? { ...step, code: withTracing(node, context.rows, step.code) } : step;
}

function emitUntraced(context: Context, node: Statement, needsValue: boolean): CompiledStatement {
  switch (node.type) {
    case 'take':
      return withoutJump(emitTake(context, node));
    case 'let':
      return withoutJump(emitLet(context, node));
    case 'define':
      return withoutJump(emitDefine(context, node));
    case 'each':
      return emitEach(context, node, needsValue);
    case 'if':
      return emitIf(context, node, needsValue);
    case 'validate':
      return emitValidate(context, node);
    case 'reject':
      return emitReject(context, node);
    case 'skip':
      return emitSkip(context);
    case 'print':
      return withoutJump(emitPrint(context, node));
    case 'assign':
      return withoutJump(emitAssign(context, node));
    case 'broken':
      return withoutJump(() => null);
    case 'block':
      return emitBlock(context, node, needsValue);
    default:
      return withoutJump(emit(context, node));
  }
}

function withoutJump(code: CompiledExpression): CompiledStatement {
  return { code, canJump: false };
}

function emitLet(context: Context, { name, value }: Extract<Statement, { type: 'let' }>): CompiledExpression {
  const binding = context.script.names.bindings.get(name);
  const code = emit(context, value);
  if (binding === undefined) return () => FAILED;
  const { slot } = binding;
  return (run) => {
    const result = code(run);
    run.frame[slot] = result;
    return result;
  };
}

/** Compiles a helper of the script for its call sites. The definition itself does nothing when it is reached. */
function emitDefine(context: Context, define: Define): CompiledExpression {
  const inside: Context = {
    ...context,
    loop: null,
    rows: [],
    isInValidate: false,
    skipMode: 'throw',
    endMode: 'throw',
  };
  context.script.defines.set(define, emit(inside, define.body));
  return constant(null);
}

/** Compiles a `validate` block: collects the rejections of its statements. Its value is whether there were none. */
function emitValidate(context: Context, node: Validate): CompiledStatement {
  const body = emitBlock({ ...context, isInValidate: true }, node.body, false);
  const label = node.label?.value;
  const site = siteOf(node);
  return {
    canJump: body.canJump,
    code: (run) => {
      const outer = run.validation;
      const current: OpenValidation = { label, errors: [], validations: [], hasPassed: true };
      run.validation = current;
      // If the run ends inside the block, keep what the block has recorded.
      try {
        body.code(run);
      } finally {
        run.validation = outer;
        close(run, site, current);
      }
      return current.hasPassed;
    },
  };
}

function close(run: Run, { from, to }: Span, { label, errors, validations, hasPassed }: OpenValidation): void {
  const outer = run.validation;
  const result = { passed: hasPassed, errors, validations, from, to };
  (outer ?? run.produce).validations.push(label === undefined ? result : { label, ...result });
  if (outer !== null && !hasPassed) outer.hasPassed = false;
}

/** Compiles `skip`: continues with the next item. Outside of loops it ends the script without failing. */
function emitSkip(context: Context): CompiledStatement {
  const { loop } = context;
  if (loop === null) return emitEnd(context);
  if (context.skipMode === 'signal') {
    return {
      canJump: true,
      code: (run) => {
        run.signal = SIGNAL_SKIP;
        return null;
      },
    };
  }
  loop.needsCatch = true;
  return {
    canJump: false,
    code: () => {
      throw SKIP;
    },
  };
}

/** A step that ends the script. */
function emitEnd(context: Context): CompiledStatement {
  if (context.endMode === 'throw') return { canJump: false, code: throwEnd };
  return {
    canJump: true,
    code: (run) => {
      run.signal = SIGNAL_END;
      return null;
    },
  };
}

function throwEnd(): never {
  throw END;
}

/** Compiles `print`: appends the value as text to the output. */
function emitPrint(context: Context, node: Print): CompiledExpression {
  const value = emit(context, node.value);
  const [site, valueSite] = [siteOf(node), siteOf(node.value)];
  return (run) => {
    run.produce.print(site, toText(run, valueSite, value(run)));
    return null;
  };
}

/** Compiles `take` (destructuring): reads keys of a record, keys of the loop's item, or input names into variables. */
function emitTake(context: Context, take: Take): CompiledExpression {
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
