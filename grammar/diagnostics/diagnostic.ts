import { DIAGNOSTICS } from '../limits.ts';
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

/**
 * Puts findings into words and lines, each code once for each place, in the order given. Of more than 100 the errors come before
 * the warnings and these before the hints; how many are left out is said at the first of those. `last` stays last.
 */
export function toDiagnostics(source: string, findings: readonly Finding[], last: Finding | null = null): Diagnostic[] {
  if (findings.length === 0 && last === null) return [];
  const lines = new Lines(source);
  const kept = firstOf(distinct(findings));
  return [...kept, ...(last === null ? [] : [last])].map((finding) => toDiagnostic(finding, lines));
}

function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ code, from, to }) => {
    const place = `${code} ${from} ${to}`;
    const isNew = !seen.has(place);
    seen.add(place);
    return isNew;
  });
}

function firstOf(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= DIAGNOSTICS) return findings;
  const bySeverity = SEVERITIES.flatMap((severity) => findings.filter((finding) => severityOf(finding) === severity));
  const kept = new Set(bySeverity.slice(0, DIAGNOSTICS));
  const { from, to } = bySeverity[DIAGNOSTICS] ?? { from: 0, to: 0 };
  const args = { count: String(findings.length - DIAGNOSTICS) };
  return [...findings.filter((finding) => kept.has(finding)), { code: 'more-messages', from, to, args }];
}

const SEVERITIES = ['error', 'warning', 'hint'] as const satisfies readonly Severity[];

const severityOf = ({ code, severity }: Finding): Severity => severity ?? MESSAGES[code].severity;

function toDiagnostic(finding: Finding, lines: Lines): Diagnostic {
  const { code, args, fixes, ...rest } = finding;
  const message = formatMessage(code, args);
  const isShort = fixes?.every(({ text }) => text.length <= LONGEST_FIX);
  return {
    ...rest,
    code,
    severity: severityOf(finding),
    message,
    ...lines.positionOf(rest.from),
    ...(isShort ? { fixes } : {}),
  };
}

/** A fix that writes half a script again would be as long for each of the blocks around it. */
const LONGEST_FIX = 2000;
