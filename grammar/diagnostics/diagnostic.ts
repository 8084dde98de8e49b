import type { Span } from '../syntax/tree.ts';
import type { Finding, Fix, Severity } from './finding.ts';
import { Lines } from './lines.ts';
import { type Code, formatMessage, MESSAGES } from './messages.ts';

/** What an author, an editor or a log gets to see of a finding (rules-language 5). */
export interface Diagnostic extends Span {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly suggestion?: string;
  readonly fixes?: readonly Fix[];
}

/** Puts findings into words and lines, each code once for each place, in the order given. */
export function toDiagnostics(source: string, findings: readonly Finding[]): Diagnostic[] {
  if (findings.length === 0) return [];
  const lines = new Lines(source);
  const seen = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const finding of findings) {
    const place = `${finding.code} ${finding.from} ${finding.to}`;
    if (!seen.has(place)) diagnostics.push(toDiagnostic(finding, lines));
    seen.add(place);
  }
  return diagnostics;
}

function toDiagnostic({ code, args, severity, ...rest }: Finding, lines: Lines): Diagnostic {
  return {
    code,
    severity: severity ?? MESSAGES[code].severity,
    message: formatMessage(code, args),
    ...lines.positionOf(rest.from),
    ...rest,
  };
}
