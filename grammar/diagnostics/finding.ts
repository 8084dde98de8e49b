import { PATH_KEYS } from '../limits.ts';
import type { Span } from '../syntax/tree.ts';
import { type DiagnosticCode, MESSAGES } from './messages.ts';

/** A quick fix: a text edit that replaces the source from `from` to `to` with `text`. */
export interface Fix extends Span {
  readonly text: string;
}

/** A finding of a pass, before it gets its message and position: see diagnostic.ts. */
export interface Finding extends Span {
  readonly code: DiagnosticCode;
  /** The values for the placeholders of the message. */
  readonly args: Readonly<Record<string, string>>;
  /** Overrides the default severity of the message. */
  readonly severity?: Severity;
  /** The word that was probably meant. */
  readonly suggestion?: string;
  readonly fixes?: readonly Fix[];
}

/** Reports the first key of a path that is over the limit. */
export function tooManyKeys({ from, to }: Span): Finding {
  return { code: 'nested-too-deep', from, to, args: { limit: `${PATH_KEYS} keys in a path` } };
}

export type Severity = 'error' | 'warning' | 'hint';

export const severityOf = ({ code, severity }: Pick<Finding, 'code' | 'severity'>): Severity =>
  severity ?? MESSAGES[code].severity;

export const isError = (finding: Finding): boolean => severityOf(finding) === 'error';

/** The source after a fix. */
export function applyFix(source: string, { from, to, text }: Fix): string {
  return source.slice(0, from) + text + source.slice(to);
}
