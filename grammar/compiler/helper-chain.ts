import { helperSignature } from '../analysis/helper-signature.ts';
import { keyType, type StaticType } from '../analysis/static-type.ts';
import { acceptedText } from '../helpers/built-in.ts';
import { BUILT_INS } from '../helpers/built-ins.ts';
import type { HostHelper } from '../helpers/host.ts';
import { callHost } from '../helpers/host-call.ts';
import type { Chain, ChainPart } from '../syntax/tree.ts';
import { FAILED, kindOf } from '../values/kind.ts';
import type { CompiledExpression, Context, ScriptContext } from './code.ts';
import { emit } from './expression.ts';
import { emitKey } from './key.ts';

/** Compiles a chain of helper calls and keys, applied from left to right. */
export function emitChain(context: Context, { base, tails }: Chain): CompiledExpression {
  let code = emit(context, base);
  let type = context.script.types.of(base);
  for (const tail of tails) {
    type = tail.type === 'key' ? (keyType(type, tail.name) ?? 'any') : ornamentType(context, tail, type);
    code = tail.type === 'key' ? emitKey(code, tail, type) : emitOrnament(context, tail, code);
  }
  return code;
}

/** The result type of a helper. It is only needed so that dates below it are converted: `$lines:first.start`. */
function ornamentType(context: Context, tail: ChainPart, input: StaticType): StaticType {
  if (context.script.ornaments.has(tail)) return 'any';
  return helperSignature(tail.name, context.script.hostHelpers)?.resultType(input) ?? 'any';
}

function emitOrnament(context: Context, tail: ChainPart, base: CompiledExpression): CompiledExpression {
  const { name, from, to } = tail;
  const define = context.script.ornaments.get(tail);
  if (define !== undefined) return emitDefined(context, define, base);
  if (BUILT_INS.has(name)) return emitBuiltIn(tail, base);
  const helper = context.script.hostHelpers.get(name);
  if (helper !== undefined) return emitHost(helper, tail, base);
  return (run) => {
    base(run);
    return run.fail({ code: 'unknown-ornament', from, to, args: { name: `:${name}` } });
  };
}

function emitDefined(
  context: Context,
  define: Parameters<ScriptContext['defines']['get']>[0],
  base: CompiledExpression,
): CompiledExpression {
  const body = context.script.defines.get(define);
  const argument = context.script.names.bindings.get(define.body);
  if (body === undefined || argument === undefined) return () => FAILED;
  const { slot } = argument;
  return (run) => {
    const value = base(run);
    run.spend(1);
    run.frame[slot] = value;
    return body(run);
  };
}

function emitBuiltIn(tail: ChainPart, base: CompiledExpression): CompiledExpression {
  const helper = BUILT_INS.get(tail.name);
  if (helper === undefined) return () => FAILED;
  const { accepts } = helper;
  return (run) => {
    const value = base(run);
    const kind = kindOf(value);
    if (accepts.includes(kind)) return helper.run(run, tail, value);
    return value === FAILED ? FAILED : run.expect(tail, acceptedText(accepts), kind);
  };
}

/** Calls a host helper. The run may pass its own version of a helper that the script was compiled with. */
function emitHost(helper: HostHelper, tail: ChainPart, base: CompiledExpression): CompiledExpression {
  return (run) => callHost(run, tail, run.host.helpers.get(tail.name) ?? helper, base(run));
}
