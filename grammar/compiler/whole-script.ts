import { isExpression } from '../syntax/children.ts';
import type { Block, If, Script, Statement } from '../syntax/tree.ts';
import type { Mode } from '../types.ts';
import { type CompiledBody, emitBlock, emitSequence } from './block.ts';
import { emitChoice, emitGuard } from './branch.ts';
import type { CompiledExpression, CompiledStatement, Context } from './code.ts';
import { constant, emitTest } from './expression.ts';
import { emitStatement } from './statement.ts';

/** Compiles a whole script. Its value is that of the last statement, or whether a condition's widget is shown. */
export function emitProgram(context: Context, mode: Mode, script: Script): CompiledExpression {
  return mode === 'condition' ? emitVisibility(context, script).code : emitBlock(context, script, true).code;
}

/**
 * Compiles a visibility condition: returns whether its widget is shown. The last statement reached decides, also inside
 * the branches of an `if`: an expression by its truth, any other statement means shown (rules-language 2).
 */
function emitVisibility(context: Context, block: Block | Script): CompiledStatement {
  const { statements } = block;
  const last = statements.at(-1);
  if (last === undefined) return SHOWN;
  const before = statements.slice(0, -1).map((statement) => emitStatement(context, statement, false));
  return emitSequence(block, statements, [...before, emitLast(context, last)]);
}

function emitLast(context: Context, statement: Statement): CompiledStatement {
  if (statement.type === 'if') return emitBranches(context, statement);
  if (isExpression(statement)) return { code: emitTest(context, statement), canJump: false };
  const { code, canJump } = emitStatement(context, statement, false);
  return {
    canJump,
    code: (run) => {
      code(run);
      return true;
    },
  };
}

function emitBranches(context: Context, node: If): CompiledStatement {
  const guards = node.branches.map(({ test }) => emitGuard(context, test));
  const bodies = node.branches.map(({ body }) => visibilityBody(context, body));
  return emitChoice(node, guards, bodies, visibilityBody(context, node.otherwise));
}

function visibilityBody(context: Context, block: Block | null): CompiledBody {
  return { ...(block === null ? SHOWN : emitVisibility(context, block)), steps: 0 };
}

const SHOWN: CompiledStatement = { code: constant(true), canJump: false };
