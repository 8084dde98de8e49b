import type { Define } from '#grammar/syntax/tree.ts';

/** A value with its path in the input, if known. */
export interface ValueWithPath {
  readonly value: unknown;
  readonly path: readonly (string | number)[] | null;
}

export interface Variable extends ValueWithPath {
  readonly kind: 'let' | 'take' | 'item' | 'argument';
}

/** The variables and helpers of one block. Lookups walk outwards through the enclosing blocks each time. */
export class Environment {
  readonly variables = new Map<string, Variable>();
  readonly helpers: { readonly define: Define; readonly known: Environment }[] = [];

  constructor(
    readonly outer: Environment | null = null,
    /** Whether variables of the enclosing blocks are hidden, as inside a helper. */
    readonly isClosed = false,
  ) {}

  holder(name: string): Map<string, Variable> | null {
    if (this.variables.has(name)) return this.variables;
    return this.isClosed ? null : (this.outer?.holder(name) ?? null);
  }

  /** Returns the latest helper with the name whose definition ends before a position, so that no helper sees itself. */
  helper(name: string, before: number): { readonly define: Define; readonly known: Environment } | null {
    const own = this.helpers.findLast(({ define }) => define.name.name === name && define.to <= before);
    return own ?? this.outer?.helper(name, before) ?? null;
  }
}
