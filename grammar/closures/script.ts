import { isExpression } from '../syntax/children.ts';
import type { Block, If, Script, Statement } from '../syntax/tree.ts';
import { type Body, emitBlock, sequence } from './block.ts';
import { choose, emitGuard } from './branch.ts';
import type { Code, Context, Step } from './code.ts';
import { constant, emitTest } from './expression.ts';
import { emitStatement } from './statement.ts';

/** Compiles a whole script. Its value is the last statement's value. */
export function emitScript(context: Context, script: Script): Code {
  return emitBlock(context, script, true).code;
}

/**
 * Compiles a visibility condition: returns whether its widget is shown. The last statement reached decides, also inside
 * the branches of an `if`: an expression by its truth, any other statement means shown (rules-language 2).
 */
export function emitCondition(context: Context, script: Script): Code {
  return emitVisibility(context, script).code;
}

function emitVisibility(context: Context, block: Block | Script): Step {
  const { statements } = block;
  const last = statements.at(-1);
  if (last === undefined) return SHOWN;
  const before = statements.slice(0, -1).map((statement) => emitStatement(context, statement, false));
  return sequence(block, statements, [...before, emitLast(context, last)]);
}

function emitLast(context: Context, statement: Statement): Step {
  if (statement.type === 'if') return emitBranches(context, statement);
  if (isExpression(statement)) return { code: emitTest(context, statement), jumps: false };
  const { code, jumps } = emitStatement(context, statement, false);
  return {
    jumps,
    code: (run) => {
      code(run);
      return true;
    },
  };
}

function emitBranches(context: Context, node: If): Step {
  const guards = node.branches.map(({ test }) => emitGuard(context, test));
  const bodies = node.branches.map(({ body }) => visibilityBody(context, body));
  return choose(node, guards, bodies, visibilityBody(context, node.otherwise));
}

function visibilityBody(context: Context, block: Block | null): Body {
  return { ...(block === null ? SHOWN : emitVisibility(context, block)), weight: 0 };
}

const SHOWN: Step = { code: constant(true), jumps: false };
