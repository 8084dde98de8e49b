import type { Finding } from '../diagnostics/finding.ts';
import type { Each, Loop, Name, Span, TakeItem, Where } from '../syntax/tree.ts';

/**
 * What a name in the source refers to. `input` is a key of the input, `argument` is a helper's $input. `unknown` is a
 * name that was already reported or whose declaration did not parse: it evaluates to nothing and causes no further
 * diagnostics.
 */
export interface Binding {
  readonly kind: 'let' | 'take' | 'item' | 'argument' | 'input' | 'unknown';
  readonly name: string;
  /** Index of the variable's slot in the run's frame; -1 if the value is in the input or nowhere. */
  readonly slot: number;
  /** The declaring name in the source; null for input keys and arguments. */
  readonly declared: Name | null;
  /** For a loop variable: the loop it belongs to. */
  readonly loop?: Each;
  /** Whether an assignment changes the variable after its declaration. */
  isAssigned: boolean;
}

/**
 * The source of a `take` item without `from`: a key of the loop's item, or a name of the input or the helper's
 * argument.
 */
export type TakeSource = { readonly loop: Loop } | { readonly binding: Binding };

/** The frame slots of a loop. */
export interface LoopSlots {
  readonly item: number;
  readonly index: number;
}

/** Symbol table: what the scopes pass knows about every name. */
export interface SymbolTable {
  /** Bindings by the declaring name or by the variable that refers to it. */
  readonly bindings: ReadonlyMap<Span, Binding>;
  readonly takes: ReadonlyMap<TakeItem, TakeSource>;
  readonly loops: ReadonlyMap<Loop, LoopSlots>;
  /**
   * Variables inside a `where` condition, with the enclosing `where`s, innermost first: their items' keys take
   * precedence.
   */
  readonly enclosingWheres: ReadonlyMap<Span, readonly Where[]>;
  /** The loop that `it`, `this` and `index` refer to; null outside of loops. */
  readonly items: ReadonlyMap<Span, Loop | null>;
  /** The input keys that the script refers to. */
  readonly inputs: ReadonlyMap<string, Binding>;
  /** The finding for each assignment to an immutable target, by that target. */
  readonly immutableAssignments: ReadonlyMap<Span, Finding>;
  readonly frameSize: number;
}
