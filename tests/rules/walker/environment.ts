import type { Define } from '#grammar/syntax/tree.ts';

/** A value with its place in the input, where that is known. */
export interface Placed {
  readonly value: unknown;
  readonly path: readonly (string | number)[] | null;
}

export interface Variable extends Placed {
  readonly kind: 'let' | 'take' | 'item' | 'argument';
}

/** The names of one block, found by walking outwards each time. */
export class Environment {
  readonly variables = new Map<string, Variable>();
  readonly helpers: { readonly define: Define; readonly known: Environment }[] = [];

  constructor(
    readonly outer: Environment | null = null,
    /** Whether variables further out are hidden, as they are from a helper. */
    readonly isClosed = false,
  ) {}

  holder(name: string): Map<string, Variable> | null {
    if (this.variables.has(name)) return this.variables;
    return this.isClosed ? null : (this.outer?.holder(name) ?? null);
  }

  /** The latest helper of the name whose definition ends before a place: none is known to itself. */
  helper(name: string, before: number): { readonly define: Define; readonly known: Environment } | null {
    const own = this.helpers.findLast(({ define }) => define.name.name === name && define.to <= before);
    return own ?? this.outer?.helper(name, before) ?? null;
  }
}
