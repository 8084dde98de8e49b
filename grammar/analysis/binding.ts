import type { Finding } from '../diagnostics/finding.ts';
import type { Each, Loop, Name, Span, TakeItem, Where } from '../syntax/tree.ts';

/**
 * What a name in the source stands for. `input` is a key of the input, `argument` a helper's $input; `unknown` is a name
 * that was reported, or whose declaration did not parse: it gives nothing and is silent.
 */
export interface Binding {
  readonly kind: 'let' | 'take' | 'item' | 'argument' | 'input' | 'unknown';
  readonly name: string;
  /** Where its value lives in the frame of a run; -1 for what lives in the input, or nowhere. */
  readonly slot: number;
  /** Where it was declared; null for keys of the input and arguments. */
  readonly declared: Name | null;
  /** The loop whose items it is. */
  readonly loop?: Each;
  /** Whether an assignment changes it after its declaration. */
  isAssigned: boolean;
}

/** Where a take reads an item that has no `from`: a key of the loop's item, or a name of the input or the argument. */
export type TakeSource = { readonly loop: Loop } | { readonly binding: Binding };

/** The frame's places of a loop. */
export interface LoopSlots {
  readonly item: number;
  readonly index: number;
}

/** What the scopes pass knows of every name. */
export interface Names {
  /** By the declaring name or by the variable that refers to it. */
  readonly bindings: ReadonlyMap<Span, Binding>;
  readonly takes: ReadonlyMap<TakeItem, TakeSource>;
  readonly loops: ReadonlyMap<Loop, LoopSlots>;
  /** The variables within a condition of `where`, with those that it belongs to, the innermost first: their items' keys come first. */
  readonly rows: ReadonlyMap<Span, readonly Where[]>;
  /** Which loop `it`, `this` and `index` belong to; null outside of loops. */
  readonly items: ReadonlyMap<Span, Loop | null>;
  /** The keys of the input that the script names. */
  readonly inputs: ReadonlyMap<string, Binding>;
  /** What was found of an assignment whose left side can not change, by that side. */
  readonly fixed: ReadonlyMap<Span, Finding>;
  readonly frameSize: number;
}
