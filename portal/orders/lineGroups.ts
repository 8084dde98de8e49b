import type { ShownLine } from '../api/queries.ts';

export type NumberedLine = ShownLine & { index: number };
export type LineGroup = { line: NumberedLine; included: NumberedLine[] };

/** The lines of an order, each with those that it includes; a line whose includer is gone stands for itself. */
export function groupLines(lines: readonly ShownLine[]): LineGroup[] {
  const numbered = lines.map((line, index) => ({ ...line, index }));
  const isIncluded = ({ linkedTo }: ShownLine) => lines.some(({ id }) => id === linkedTo);
  return numbered
    .filter((line) => !isIncluded(line))
    .map((line) => ({ line, included: numbered.filter(({ linkedTo }) => linkedTo === line.id) }));
}
