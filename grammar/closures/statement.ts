import { recording } from '../running/trace.ts';
import type { Statement } from '../syntax/tree.ts';
import { FAILED } from '../values/kind.ts';
import { emitAssign } from './assign.ts';
import { emitBlock } from './block.ts';
import { emitIf } from './branch.ts';
import type { Code, Context, Step } from './code.ts';
import { emitDefine } from './define.ts';
import { emit } from './expression.ts';
import { emitEach } from './loop.ts';
import { emitReject } from './reject.ts';
import { emitPrint, emitSkip } from './small.ts';
import { emitTake } from './take.ts';
import { emitValidate } from './validate.ts';

/** Compiles a statement. Its value is null, and not worked out at the cost of a list, unless it is wanted. */
export function emitStatement(context: Context, node: Statement, isWanted: boolean): Step {
  const step = emitOne(context, node, isWanted);
  const isRecorded =
    context.script.isTraced &&
    (node.type === 'if' ||
      node.type === 'each' ||
      node.type === 'validate' ||
      node.type === 'let' ||
      node.type === 'assign');
  return isRecorded ? { ...step, code: recording(node, context.rows, step.code) } : step;
}

function emitOne(context: Context, node: Statement, isWanted: boolean): Step {
  switch (node.type) {
    case 'take':
      return quiet(emitTake(context, node));
    case 'let':
      return quiet(emitLet(context, node));
    case 'define':
      return quiet(emitDefine(context, node));
    case 'each':
      return emitEach(context, node, isWanted);
    case 'if':
      return emitIf(context, node, isWanted);
    case 'validate':
      return emitValidate(context, node);
    case 'reject':
      return emitReject(context, node);
    case 'skip':
      return emitSkip(context);
    case 'print':
      return quiet(emitPrint(context, node));
    case 'assign':
      return quiet(emitAssign(context, node));
    case 'broken':
      return quiet(() => null);
    case 'block':
      return emitBlock(context, node, isWanted);
    default:
      return quiet(emit(context, node));
  }
}

function quiet(code: Code): Step {
  return { code, jumps: false };
}

function emitLet(context: Context, { name, value }: Extract<Statement, { type: 'let' }>): Code {
  const binding = context.script.names.bindings.get(name);
  const code = emit(context, value);
  if (binding === undefined) return () => FAILED;
  const { slot } = binding;
  return (run) => {
    const given = code(run);
    run.frame[slot] = given;
    return given;
  };
}
