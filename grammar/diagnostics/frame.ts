import type { Diagnostic } from './diagnostic.ts';

/**
 * A diagnostic as a terminal shows it: where, what, the line with a caret under the place, and what may have been meant.
 *
 *     order.rules:3:7 error Bad syntax: expected '==' or a block '{ … }', found '='
 *       3 | if $status = "draft" {
 *         |            ^ did you mean '=='?
 */
export function frame(file: string, source: string, diagnostic: Diagnostic): string {
  const { line, column, severity, message, from, to, suggestion } = diagnostic;
  const text = lineAt(source, from - column + 1);
  const start = Math.max(0, column - 1 - BEFORE);
  const shown = text.slice(start, start + WIDTH).replaceAll('\t', ' ');
  const length = Math.max(1, Math.min(to - from, start + shown.length - (column - 1)));
  const gutter = ' '.repeat(String(line).length);
  const hint = suggestion === undefined ? '' : ` did you mean '${suggestion}'?`;
  return [
    `${file}:${line}:${column} ${severity} ${message}`,
    `  ${line} | ${shown}`,
    `  ${gutter} | ${' '.repeat(column - 1 - start)}${'^'.repeat(length)}${hint}`,
  ].join('\n');
}

/** Of a long line, what stands around the place. */
const WIDTH = 120;
const BEFORE = 80;

function lineAt(source: string, begin: number): string {
  const end = source.indexOf('\n', begin);
  return source.slice(begin, end < 0 ? source.length : end).replace(/\r$/, '');
}
