import type { Fix } from '../diagnostics/finding.ts';
import type { Span } from './tree.ts';

/** The names that a script can use. */
export interface KnownNames {
  /** Whether a helper is built in. */
  readonly isHelper: (name: string) => boolean;
  /** Whether a helper is built in and can not be defined again. */
  readonly isReserved: (name: string) => boolean;
  /** The fields of the form; null if they are unknown. */
  readonly keys: ReadonlySet<string> | null;
}

/**
 * Translates what people write who know other languages (translations.ts): fixes for what is invalid at a position, null
 * if there is none. Pages that only run scripts do without, because it is a tenth of the language's size.
 */
export interface Translator {
  readonly word: (context: KnownNames & { readonly source: string }, span: Span) => Fix | null;
  readonly token: (source: string, from: number, to: number) => Fix | null;
  readonly method: (source: string, from: number) => Fix | null;
  readonly index: (source: string, at: number) => Fix | null;
  readonly body: (source: string, at: number) => Fix | null;
  readonly suffixCondition: (source: string, at: number) => Fix | null;
  /** The helper with the meaning of a function or method of another language. */
  readonly helper: (name: string) => string;
}

const none = () => null;

export const noTranslator: Translator = {
  word: none,
  token: none,
  method: none,
  index: none,
  body: none,
  suffixCondition: none,
  helper: (name) => name,
};
