import type { ShownLine } from '../../api/queries.ts';

export type NumberedLine = ShownLine & { index: number };
export type LineGroup = { line: NumberedLine; included: NumberedLine[] };

/** The lines of an order, each with those that it includes, at any depth; a line whose includer is gone stands for itself. */
export function groupLines(lines: readonly ShownLine[]): LineGroup[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const rootOf = (line: ShownLine, seen: readonly string[] = []): string => {
    const above = line.linkedTo === undefined ? undefined : byId.get(line.linkedTo);
    return above && !seen.includes(above.id) ? rootOf(above, [...seen, line.id]) : line.id;
  };
  const groups = new Map<string, LineGroup>();
  const numbered = lines.map((line, index) => ({ ...line, index }));
  for (const line of numbered) if (rootOf(line) === line.id) groups.set(line.id, { line, included: [] });
  for (const line of numbered) {
    const root = groups.get(rootOf(line));
    if (root && root.line !== line) root.included.push(line);
    // Two that include each other lead to no root: each stands for itself.
    else if (!root) groups.set(line.id, { line, included: [] });
  }
  return [...groups.values()];
}
