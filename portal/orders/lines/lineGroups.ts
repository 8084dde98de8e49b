import type { PopulatedLine } from '../../api/queries.ts';

/** A line with its index in the order. */
export type NumberedLine = PopulatedLine & { index: number };
/** A top-level line with all lines that it includes. */
export type LineGroup = { line: NumberedLine; included: NumberedLine[] };

/**
 * Groups lines into a tree of two levels: top-level lines, each with all lines that it includes, directly or not. A
 * line whose including line is missing is top-level.
 */
export function groupLines(lines: readonly PopulatedLine[]): LineGroup[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const rootOf = (line: PopulatedLine, seen: readonly string[] = []): string => {
    const parent = line.linkedTo === undefined ? undefined : byId.get(line.linkedTo);
    return parent && !seen.includes(parent.id) ? rootOf(parent, [...seen, line.id]) : line.id;
  };
  const groups = new Map<string, LineGroup>();
  const numbered = lines.map((line, index) => ({ ...line, index }));
  for (const line of numbered) if (rootOf(line) === line.id) groups.set(line.id, { line, included: [] });
  for (const line of numbered) {
    const root = groups.get(rootOf(line));
    if (root && root.line !== line) root.included.push(line);
    // A cycle has no root: each of its lines is top-level.
    else if (!root) groups.set(line.id, { line, included: [] });
  }
  return [...groups.values()];
}
