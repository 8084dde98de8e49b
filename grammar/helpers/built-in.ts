import type { Run } from '../running/run.ts';
import type { Span } from '../syntax/tree.ts';
import type { Type } from '../types.ts';
import type { Kind } from '../values/kind.ts';

/** A helper of the language. Whatever does not fit `accepts` is nothing with a warning before it gets here. */
export interface BuiltIn {
  readonly accepts: readonly Kind[];
  /** The type of the result, from what is known of the input's. */
  readonly gives: Type | ((input: Type) => Type);
  /** A line of help for people. */
  readonly doc: string;
  run(run: Run, site: Span, value: unknown): unknown;
}

export type BuiltInTable = Readonly<Record<string, BuiltIn>>;

/** What a helper takes, as a warning names it. */
export function acceptedText(accepts: readonly Kind[]): string {
  const kinds = accepts.filter((kind) => kind !== 'nothing');
  return `a ${kinds.join(', ').replace(/, (\w+)$/, ' or $1')}`;
}

/** What a list holds, as far as that is known. */
export function itemType(list: Type): Type {
  return typeof list === 'object' && 'list' in list ? list.list : 'any';
}
