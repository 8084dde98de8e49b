import type { Analysis } from './analysis/analysis.ts';
import { findInputPaths, type InputPath } from './analysis/input-paths.ts';
import type { Code, Context } from './closures/code.ts';
import { emitCondition, emitScript } from './closures/script.ts';
import type { Mode } from './compile.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { HostHelper } from './helpers/host.ts';
import type { Limits } from './limits.ts';
import type { Host } from './running/run.ts';
import type { Script } from './syntax/tree.ts';
import type { Schema } from './types.ts';
import { UTC } from './values/zone.ts';

/** What a program is made of. */
export interface ProgramParts {
  readonly source: string;
  readonly script: Script;
  readonly analysis: Analysis;
  readonly schema: Schema | undefined;
  readonly helpers: ReadonlyMap<string, HostHelper>;
  readonly limits: Limits;
  readonly diagnostics: readonly Diagnostic[];
  readonly mode: Mode;
}

/**
 * A compiled script: immutable, to be run as often and wherever one likes. It holds closures, so it can not be stored or
 * sent; its source can.
 */
export class Program {
  readonly source: string;
  readonly mode: Mode;
  /** What compile said. A program with errors runs only where they are ignored. */
  readonly diagnostics: readonly Diagnostic[];
  readonly hasErrors: boolean;
  readonly limits: Limits;
  readonly machine: Machine;
  readonly #tree: Tree;

  /** `again` reads the source once more. */
  constructor(parts: ProgramParts, again: () => ProgramParts) {
    this.source = parts.source;
    this.mode = parts.mode;
    this.diagnostics = parts.diagnostics;
    this.hasErrors = parts.diagnostics.some(({ severity }) => severity === 'error');
    this.limits = parts.limits;
    this.#tree = new Tree(parts, again);
    this.machine = new Machine(parts, this.#tree);
    Object.freeze(this);
  }

  /** Which places of the input it reads, so that a form re-runs only what a change concerns. */
  get inputPaths(): readonly InputPath[] {
    const { script, analysis } = this.#tree.parts;
    return findInputPaths(script, analysis.names, analysis.origins);
  }
}

/**
 * The tree of a program with what the passes know of it, many times its source: let go when it has been compiled, and read
 * anew for who asks for a trace then.
 */
class Tree {
  #parts: ProgramParts | null;
  readonly #again: () => ProgramParts;

  constructor(parts: ProgramParts, again: () => ProgramParts) {
    this.#parts = parts;
    this.#again = again;
  }

  get parts(): ProgramParts {
    this.#parts ??= this.#again();
    return this.#parts;
  }

  letGo(): void {
    this.#parts = null;
  }
}

/** Scripts without variables never write to their frame, and share it. */
const NO_FRAME: unknown[] = [];

/** The closures of a program, made when they are first needed; those that record a trace apart from the others. */
class Machine {
  /** What a run is told by a host that tells nothing. */
  readonly host: Host;
  private plain: Code | null = null;
  private traced: Code | null = null;
  /** What the frame of a run is copied from: a copy is generic from the start, and never changes its kind of elements. */
  private readonly template: readonly unknown[];

  constructor(
    parts: ProgramParts,
    private readonly tree: Tree,
  ) {
    this.host = {
      now: null,
      zone: UTC,
      item: undefined,
      index: undefined,
      helpers: parts.helpers,
      limits: parts.limits,
      ignoresErrors: false,
      trace: null,
    };
    this.template = Array.from({ length: parts.analysis.names.frameSize }, () => null);
  }

  newFrame(): unknown[] {
    return this.template.length === 0 ? NO_FRAME : this.template.slice();
  }

  code(isTraced: boolean): Code {
    const known = isTraced ? this.traced : this.plain;
    if (known !== null) return known;
    const code = this.emit(isTraced);
    this.tree.letGo();
    if (isTraced) this.traced = code;
    else this.plain = code;
    return code;
  }

  private emit(isTraced: boolean): Code {
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
      skips: 'signal',
      ends: 'signal',
    };
    return mode === 'condition' ? emitCondition(context, script) : emitScript(context, script);
  }
}
