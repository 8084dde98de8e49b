import type { Names } from '../analysis/binding.ts';
import type { Origins } from '../analysis/origins.ts';
import type { Ornaments } from '../analysis/ornaments.ts';
import type { Types } from '../analysis/types.ts';
import type { HostHelper } from '../helpers/host.ts';
import type { Run } from '../running/run.ts';
import type { Define, Span } from '../syntax/tree.ts';

/** A piece of a compiled script: gives the value of its node, never undefined. */
export type Code = (run: Run) => unknown;

/** Where a node stands, without the node: what is compiled keeps no tree. */
export function siteOf({ from, to }: Span): Span {
  return { from, to };
}

/** A compiled statement, and whether it may tell the statements after it, by the run's signal, not to run. */
export interface Step {
  readonly code: Code;
  readonly jumps: boolean;
}

/** What the compiler knows of the whole script. */
export interface ScriptContext {
  readonly names: Names;
  readonly origins: Origins;
  readonly ornaments: Ornaments;
  readonly types: Types;
  readonly hostHelpers: ReadonlyMap<string, HostHelper>;
  /** Whether the form has a key of this name, which is nothing then where the input lacks it. */
  readonly isKey: (name: string) => boolean;
  /** The script's own helpers that have been compiled so far. */
  readonly defines: Map<Define, Code>;
  /** Whether evaluated nodes are recorded; shortcuts that would pass nodes over are not taken then. */
  readonly isTraced: boolean;
}

/** What it knows at a place of the tree. */
export interface Context {
  readonly script: ScriptContext;
  /** The index slots of the loops around, the outermost first. */
  readonly rows: readonly number[];
  readonly loop: LoopContext | null;
  readonly isInValidate: boolean;
  /**
   * How `skip` reaches its loop and the end of the script is told: by the run's signal where only statements stand
   * between, by a throw from inside an expression, whose operators would go on otherwise.
   */
  readonly skips: 'signal' | 'throw';
  readonly ends: 'signal' | 'throw';
}

/** What a loop's body tells the loop while it is compiled. */
export interface LoopContext {
  catches: boolean;
}

/** The context of an operand: nothing that is inside can stop statements by a signal. */
export function asOperand(context: Context): Context {
  return context.skips === 'throw' && context.ends === 'throw'
    ? context
    : { ...context, skips: 'throw', ends: 'throw' };
}
