import { PATH_KEYS } from '../limits.ts';
import type { Span } from '../syntax/tree.ts';
import type { Code } from './messages.ts';

/** A replacement that an editor can apply: the text from `from` up to `to` becomes `text`. */
export interface Fix extends Span {
  readonly text: string;
}

/** What a pass found, before it is put into words and lines: see diagnostic.ts. */
export interface Finding extends Span {
  readonly code: Code;
  /** What the placeholders of the message stand for. */
  readonly args: Readonly<Record<string, string>>;
  /** Set where a finding is milder than its message usually is. */
  readonly severity?: Severity;
  /** The word that was probably meant. */
  readonly suggestion?: string;
  readonly fixes?: readonly Fix[];
}

/** The first key of a path that is beyond the limit. */
export function tooManyKeys({ from, to }: Span): Finding {
  return { code: 'nested-too-deep', from, to, args: { limit: `${PATH_KEYS} keys in a path` } };
}

export type Severity = 'error' | 'warning' | 'hint';
