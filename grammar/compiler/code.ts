import type { SymbolTable } from '../analysis/binding.ts';
import type { Origins } from '../analysis/data-paths.ts';
import type { HelperDefinitions } from '../analysis/resolve-helpers.ts';
import type { InferredTypes } from '../analysis/types.ts';
import type { HostHelper } from '../helpers/host.ts';
import type { Run } from '../runtime/run.ts';
import type { Define, Span } from '../syntax/tree.ts';

/** A compiled expression: a closure that evaluates its node. It never returns undefined. */
export type CompiledExpression = (run: Run) => unknown;

/** Copies the source range of a node, so that compiled code holds no reference to the syntax tree. */
export function siteOf({ from, to }: Span): Span {
  return { from, to };
}

/** A compiled statement, and whether it can stop the statements after it through the run's signal. */
export interface CompiledStatement {
  readonly code: CompiledExpression;
  readonly canJump: boolean;
}

/** What the compiler knows about the whole script. */
export interface ScriptContext {
  readonly names: SymbolTable;
  readonly origins: Origins;
  readonly ornaments: HelperDefinitions;
  readonly types: InferredTypes;
  readonly hostHelpers: ReadonlyMap<string, HostHelper>;
  /**
   * Whether the form declares this key. A declared key that the input lacks evaluates to nothing instead of an error.
   */
  readonly isKey: (name: string) => boolean;
  /** The script's own helpers compiled so far. */
  readonly defines: Map<Define, CompiledExpression>;
  /** Whether evaluated nodes are recorded. Optimizations that would skip nodes are off then. */
  readonly isTraced: boolean;
}

/** What the compiler knows at a position in the tree. */
export interface Context {
  readonly script: ScriptContext;
  /** The index slots of the enclosing loops, outermost first. */
  readonly rows: readonly number[];
  readonly loop: LoopContext | null;
  readonly isInValidate: boolean;
  /**
   * How `skip` reaches its loop, and how the end of the script propagates: by the run's signal if only statements are
   * in between, by an exception from inside an expression, because its operators would otherwise continue.
   */
  readonly skipMode: 'signal' | 'throw';
  readonly endMode: 'signal' | 'throw';
}

/** What a loop's body reports to the loop during compilation: whether the loop must catch the exception of a `skip`. */
export interface LoopContext {
  needsCatch: boolean;
}

/** The context for compiling an operand: inside an expression, statements can not be stopped by a signal. */
export function asOperand(context: Context): Context {
  return context.skipMode === 'throw' && context.endMode === 'throw'
    ? context
    : { ...context, skipMode: 'throw', endMode: 'throw' };
}
