import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import type { Type } from '../types.ts';
import type { Kind } from '../values/kind.ts';

/** A built-in helper. `run` only gets values of the kinds in `accepts`; other values give nothing with a warning. */
export interface BuiltIn {
  readonly accepts: readonly Kind[];
  /** The result type, possibly computed from the input type. */
  readonly resultType: Type | ((input: Type) => Type);
  /** One line of help for authors. */
  readonly doc: string;
  run(run: Run, site: Span, value: unknown): unknown;
}

/** Describes the accepted kinds for a warning: 'a text, list or record'. */
export function acceptedText(accepts: readonly Kind[]): string {
  const kinds = accepts.filter((kind) => kind !== 'nothing');
  return `a ${kinds.join(', ').replace(/, (\w+)$/, ' or $1')}`;
}

/** The item type of a list type; 'any' if unknown. */
export function itemType(list: Type): Type {
  return typeof list === 'object' && 'list' in list ? list.list : 'any';
}
