import { moved } from '#schemas/changes/moved.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { ShownLine } from '../../api/queries.ts';
import { groupLines } from './lineGroups.ts';
import type { Lines } from './mergedLines.ts';

/** The lines with other data in one of them. */
export const withData = (lines: Lines, id: string, data: JsonMap): Lines =>
  lines.map((line) => (line.id === id ? { ...line, data } : line));

/** The lines without one, and without those that it includes. */
export const withoutLine = (lines: Lines, id: string): Lines =>
  lines.filter((line) => line.id !== id && line.linkedTo !== id);

/** The lines with some that were taken away, where they stood: behind the one that stood before them then. */
export function withLinesBack(lines: Lines, before: Lines, gone: Lines): Lines {
  const ids = new Set(gone.map(({ id }) => id));
  const there = new Set(lines.map(({ id }) => id));
  const first = before.findIndex(({ id }) => ids.has(id));
  const anchor = before.slice(0, first).findLast(({ id }) => there.has(id));
  const at = anchor ? lines.findIndex(({ id }) => id === anchor.id) + 1 : 0;
  return lines.toSpliced(at, 0, ...gone.filter(({ id }) => !there.has(id)));
}

/** The lines with one like another behind it and what it includes, and with what that includes. */
export function withCopy(lines: Lines, id: string, newId: () => string): Lines {
  return groupLines(lines).flatMap(({ line, included }) => {
    const group = [line, ...included].map(bare);
    if (line.id !== id) return group;
    const copy = { ...bare(line), id: newId() };
    return [...group, copy, ...included.map((each) => ({ ...bare(each), id: newId(), linkedTo: copy.id }))];
  });
}

/** The lines with one more of a product that a line includes, behind those that are there. */
export function withIncluded(lines: Lines, by: string, added: ShownLine): Lines {
  return groupLines(lines).flatMap(({ line, included }) => {
    const group = [line, ...included].map(bare);
    return line.id === by ? [...group, { ...added, linkedTo: by }] : group;
  });
}

/** The lines with one in another's place, each with what it includes; places count the lines that stand for themselves. */
export const withLineMoved = (lines: Lines, from: number, to: number): Lines =>
  moved(groupLines(lines), from, to).flatMap(({ line, included }) => [line, ...included].map(bare));

const bare = ({ index: _, ...line }: ShownLine & { index: number }): ShownLine => line;
