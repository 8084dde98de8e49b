import type { Analysis } from './analysis/analysis.ts';
import { findInputPaths, findLengthPaths, type InputPath } from './analysis/input-paths.ts';
import { kindOfType } from './analysis/static-type.ts';
import { type CompiledBody, emitBlock, emitSequence } from './compiler/block.ts';
import { emitChoice, emitGuard } from './compiler/branch.ts';
import type { CompiledExpression, CompiledStatement, Context } from './compiler/code.ts';
import { constant, emitTest } from './compiler/expression.ts';
import { emitStatement } from './compiler/statement.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { HostHelper } from './helpers/host.ts';
import type { Limits } from './limits.ts';
import type { RunEnvironment } from './runtime/run.ts';
import { isExpression } from './syntax/children.ts';
import type { Block, If, Script, Statement } from './syntax/tree.ts';
import type { Mode, Schema } from './types.ts';
import type { Kind } from './values/kind.ts';
import { UTC } from './values/zone.ts';

/** The inputs of a program. */
export interface ProgramParts {
  readonly source: string;
  readonly script: Script;
  readonly analysis: Analysis;
  readonly schema: Schema | undefined;
  readonly helpers: ReadonlyMap<string, HostHelper>;
  readonly limits: Limits;
  readonly mode: Mode;
}

/**
 * A compiled script: immutable and reusable for any number of runs. It consists of closures, so it can not be
 * serialized; store the source instead.
 */
export class Program {
  readonly source: string;
  readonly mode: Mode;
  /** The diagnostics of the compiler. A program with errors only runs if errors are ignored. */
  readonly diagnostics: readonly Diagnostic[];
  readonly hasErrors: boolean;
  readonly limits: Limits;
  readonly machine: Machine;
  readonly #tree: TreeCache;

  /** `reparse` parses and analyzes the source again. */
  constructor(parts: ProgramParts & { diagnostics: readonly Diagnostic[] }, reparse: () => ProgramParts) {
    this.source = parts.source;
    this.mode = parts.mode;
    this.diagnostics = parts.diagnostics;
    this.hasErrors = parts.diagnostics.some(({ severity }) => severity === 'error');
    this.limits = parts.limits;
    this.#tree = new TreeCache(parts, reparse);
    this.machine = new Machine(parts, this.#tree);
    Object.freeze(this);
  }

  /** The input paths that the program reads, so that a form re-runs it only if one of them changes. */
  get inputPaths(): readonly InputPath[] {
    const { script, analysis } = this.#tree.parts;
    return findInputPaths(script, analysis.names, analysis.origins);
  }

  /** The kind of its result if that is known without running it: of a last statement that is an expression. */
  get resultKind(): Kind | null {
    const { script, analysis } = this.#tree.parts;
    const last = script.statements.at(-1);
    return last && isExpression(last) ? kindOfType(analysis.types.of(last)) : null;
  }

  /** Those of the input paths of which it reads nothing but the length. */
  get lengthPaths(): readonly InputPath[] {
    const { script, analysis } = this.#tree.parts;
    return findLengthPaths(script, analysis.names, analysis.origins);
  }
}

/**
 * Cache of a program's syntax tree and analysis, which take many times the memory of the source. It is released after
 * compilation, and parsed again if a trace is requested later.
 */
class TreeCache {
  #parts: ProgramParts | null;
  readonly #reparse: () => ProgramParts;

  constructor(parts: ProgramParts, reparse: () => ProgramParts) {
    this.#parts = parts;
    this.#reparse = reparse;
  }

  get parts(): ProgramParts {
    this.#parts ??= this.#reparse();
    return this.#parts;
  }

  release(): void {
    this.#parts = null;
  }
}

/** Scripts without variables never write to their frame, so they share one. */
const NO_FRAME: unknown[] = [];

/** The compiled closures of a program, created on first use. Tracing uses a separate set. */
class Machine {
  /** The defaults for a host that passes no options. */
  readonly host: RunEnvironment;
  private plain: CompiledExpression | null = null;
  private traced: CompiledExpression | null = null;
  /**
   * Frames are copied from this template: a copy keeps generic elements, so the engine never changes its elements kind.
   */
  private readonly template: readonly unknown[];

  constructor(
    parts: ProgramParts,
    private readonly tree: TreeCache,
  ) {
    this.host = {
      now: null,
      zone: UTC,
      thisValue: undefined,
      index: undefined,
      helpers: parts.helpers,
      limits: parts.limits,
      ignoresErrors: false,
      trace: null,
      isJson: false,
    };
    this.template = Array.from({ length: parts.analysis.names.frameSize }, () => null);
  }

  newFrame(): unknown[] {
    return this.template.length === 0 ? NO_FRAME : this.template.slice();
  }

  code(isTraced: boolean): CompiledExpression {
    const cached = isTraced ? this.traced : this.plain;
    if (cached !== null) return cached;
    const code = this.emit(isTraced);
    this.tree.release();
    if (isTraced) this.traced = code;
    else this.plain = code;
    return code;
  }

  private emit(isTraced: boolean): CompiledExpression {
    const { script, analysis, schema, helpers, mode } = this.tree.parts;
    const context: Context = {
      script: {
        ...analysis,
        hostHelpers: helpers,
        isKey: (name) => schema !== undefined && Object.hasOwn(schema, name),
        defines: new Map(),
        isTraced,
      },
      rows: [],
      loop: null,
      isInValidate: false,
      skipMode: 'signal',
      endMode: 'signal',
    };
    return mode === 'condition' ? emitCondition(context, script) : emitScript(context, script);
  }
}

/** The closure compiler: compiles a whole script. Its value is the last statement's value. */
function emitScript(context: Context, script: Script): CompiledExpression {
  return emitBlock(context, script, true).code;
}

/**
 * Compiles a visibility condition: returns whether its widget is shown. The last statement reached decides, also inside
 * the branches of an `if`: an expression by its truth, any other statement means shown (rules-language 2).
 */
function emitCondition(context: Context, script: Script): CompiledExpression {
  return emitVisibility(context, script).code;
}

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
