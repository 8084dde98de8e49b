import { DIAGNOSTICS } from '../limits.ts';
import type { Span } from '../syntax/tree.ts';
import { type Finding, type Fix, type Severity, severityOf } from './finding.ts';
import { type DiagnosticCode, formatMessage } from './messages.ts';

/** A finding as shown to authors, editors and logs, with message and position (rules-language 5). */
export interface Diagnostic extends Span {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  /** Line and column are 1-based. */
  readonly line: number;
  readonly column: number;
  readonly suggestion?: string;
  readonly fixes?: readonly Fix[];
}

/**
 * Converts findings to diagnostics with message and position. Removes duplicates of code and position and keeps the
 * given order. If there are more than 100, it prefers errors over warnings over hints, and a final diagnostic at the
 * first omitted one tells how many were omitted. `last` always stays last.
 */
export function toDiagnostics(source: string, findings: readonly Finding[], last: Finding | null = null): Diagnostic[] {
  if (findings.length === 0 && last === null) return [];
  const lines = new Lines(source);
  const limited = limitFindings(deduplicate(findings));
  return [...limited, ...(last === null ? [] : [last])].map((finding) => toDiagnostic(finding, lines));
}

/** Removes findings of the same code and position. */
export function deduplicate(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ code, from, to }) => {
    const key = `${code} ${from} ${to}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function limitFindings(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= DIAGNOSTICS) return findings;
  const bySeverity = SEVERITIES.flatMap((severity) => findings.filter((finding) => severityOf(finding) === severity));
  const limited = new Set(bySeverity.slice(0, DIAGNOSTICS));
  const { from, to } = bySeverity[DIAGNOSTICS] ?? { from: 0, to: 0 };
  const args = { count: String(findings.length - DIAGNOSTICS) };
  return [...findings.filter((finding) => limited.has(finding)), { code: 'more-messages', from, to, args }];
}

const SEVERITIES = ['error', 'warning', 'hint'] as const satisfies readonly Severity[];

function toDiagnostic(finding: Finding, lines: Lines): Diagnostic {
  const { code, args, fixes, ...rest } = finding;
  const message = formatMessage(code, args);
  const isShort = fixes?.every(({ text }) => text.length <= MAX_FIX_LENGTH);
  return {
    ...rest,
    code,
    severity: severityOf(finding),
    message,
    ...lines.positionOf(rest.from),
    ...(isShort ? { fixes } : {}),
  };
}

/**
 * Longer fixes are dropped. Otherwise a fix that rewrites half of the script could repeat for every enclosing block.
 */
const MAX_FIX_LENGTH = 2000;

/**
 * Formats a diagnostic as a code frame for a terminal: location, message, the source line with a caret, and the
 * suggestion.
 *
 *     order.rules:3:7 error Bad syntax: expected '==' or a block '{ … }', found '='
 *       3 | if $status = "draft" {
 *         |            ^ did you mean '=='?
 */
export function codeFrame(file: string, source: string, diagnostic: Diagnostic): string {
  const { line, column, severity, message, from, to, suggestion } = diagnostic;
  const text = lineAt(source, from - column + 1);
  const start = Math.max(0, column - 1 - BEFORE);
  const excerpt = text.slice(start, start + WIDTH).replaceAll('\t', ' ');
  const length = Math.max(1, Math.min(to - from, start + excerpt.length - (column - 1)));
  const gutter = ' '.repeat(String(line).length);
  const hint = suggestion === undefined ? '' : ` did you mean '${suggestion}'?`;
  return [
    `${file}:${line}:${column} ${severity} ${message}`,
    `  ${line} | ${excerpt}`,
    `  ${gutter} | ${' '.repeat(column - 1 - start)}${'^'.repeat(length)}${hint}`,
  ].join('\n');
}

/** The part of a long line that is shown, and how much of it is before the position. */
const WIDTH = 120;
const BEFORE = 80;

function lineAt(source: string, begin: number): string {
  const end = source.indexOf('\n', begin);
  return source.slice(begin, end < 0 ? source.length : end).replace(/\r$/, '');
}

/** A position in a source. Both are 1-based; columns count UTF-16 units as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Line index: the start offsets of all lines, computed once, so that each lookup is a binary search. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(source: string) {
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  positionOf(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
