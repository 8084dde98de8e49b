import type { Analysis } from './analysis/analysis.ts';
import type { Code, Context } from './closures/code.ts';
import { emitCondition, emitScript } from './closures/script.ts';
import type { Mode } from './compile.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { HostHelper } from './helpers/host.ts';
import type { Limits } from './limits.ts';
import type { Script } from './syntax/tree.ts';
import type { Schema } from './types.ts';

interface Parts {
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
 * sent; its source can. Closures are made when they are first needed, those that record a trace apart from the others.
 */
export class Program {
  readonly source: string;
  readonly mode: Mode;
  /** What compile said. A program with errors runs only where they are ignored. */
  readonly diagnostics: readonly Diagnostic[];
  readonly hasErrors: boolean;
  readonly #parts: Parts;
  #code: Code | null = null;
  #tracedCode: Code | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.source = parts.source;
    this.mode = parts.mode;
    this.diagnostics = parts.diagnostics;
    this.hasErrors = parts.diagnostics.some(({ severity }) => severity === 'error');
    Object.freeze(this);
  }

  get helpers(): ReadonlyMap<string, HostHelper> {
    return this.#parts.helpers;
  }

  get limits(): Limits {
    return this.#parts.limits;
  }

  get frameSize(): number {
    return this.#parts.analysis.names.frameSize;
  }

  code(isTraced: boolean): Code {
    if (isTraced) {
      this.#tracedCode ??= this.#emit(true);
      return this.#tracedCode;
    }
    this.#code ??= this.#emit(false);
    return this.#code;
  }

  #emit(isTraced: boolean): Code {
    const { script, analysis, schema, helpers, mode } = this.#parts;
    const { names, origins, ornaments, types } = analysis;
    const context: Context = {
      names,
      origins,
      ornaments,
      types,
      hostHelpers: helpers,
      isKey: (name) => schema !== undefined && Object.hasOwn(schema, name),
      defines: new Map(),
      isTraced,
      rows: [],
      loop: null,
      isInValidate: false,
      skips: 'signal',
      ends: 'signal',
    };
    return mode === 'condition' ? emitCondition(context, script) : emitScript(context, script);
  }
}
