import type { Analysis } from './analysis/analysis.ts';
import { findInputPaths, findLengthPaths, type InputPath } from './analysis/input-paths.ts';
import { kindOfType } from './analysis/static-type.ts';
import type { CompiledExpression, Context } from './compiler/code.ts';
import { emitProgram } from './compiler/whole-script.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { HostHelper } from './helpers/host.ts';
import type { Limits } from './limits.ts';
import { type Emitter, newEmitterFor, stepsUntilOwn } from './own-closures.ts';
import type { RunEnvironment } from './runtime/run.ts';
import { isExpression } from './syntax/children.ts';
import type { Script } from './syntax/tree.ts';
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
  private stepsUntilOwn = stepsUntilOwn();
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
      onInstantRead: null,
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
    const code = this.emit(isTraced, emitProgram);
    if (isTraced) this.traced = code;
    else this.plain = code;
    return code;
  }

  /** Counts the steps of a run, after which the program may get closures of its own (own-closures.ts), once. */
  countSteps(steps: number): void {
    this.stepsUntilOwn -= steps;
    if (this.stepsUntilOwn >= 0) return;
    this.stepsUntilOwn = Number.POSITIVE_INFINITY;
    const emitter = newEmitterFor(this);
    if (emitter !== null) this.plain = this.emit(false, emitter);
  }

  loseOwnClosures(): void {
    this.plain = null;
  }

  private emit(isTraced: boolean, emitter: Emitter): CompiledExpression {
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
    const code = emitter(context, mode, script);
    this.tree.release();
    return code;
  }
}
