import { withTracing } from '../runtime/trace.ts';
import type { Statement } from '../syntax/tree.ts';
import { FAILED } from '../values/kind.ts';
import { emitAssign } from './assign.ts';
import { emitBlock } from './block.ts';
import { emitIf } from './branch.ts';
import type { CompiledExpression, CompiledStatement, Context } from './code.ts';
import { emitDefine } from './define.ts';
import { emit } from './expression.ts';
import { emitEach } from './loop.ts';
import { emitReject } from './reject.ts';
import { emitPrint, emitSkip } from './skip-print.ts';
import { emitTake } from './take.ts';
import { emitValidate } from './validate.ts';

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
