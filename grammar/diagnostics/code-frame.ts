import type { Diagnostic } from './diagnostic.ts';

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
