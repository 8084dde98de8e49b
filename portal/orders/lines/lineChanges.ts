import { moveItem } from '#schemas/changes/move-item.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { PopulatedLine } from '../../api/queries.ts';
import { groupLines } from './lineGroups.ts';
import type { Lines } from './mergeLines.ts';

/** Returns the lines with the data of one replaced. */
export const withData = (lines: Lines, id: string, data: JsonMap): Lines =>
  lines.map((line) => (line.id === id ? { ...line, data } : line));

/** Returns the lines without one and those that it includes. */
export const withoutLine = (lines: Lines, id: string): Lines =>
  lines.filter((line) => line.id !== id && line.linkedTo !== id);

/**
 * Returns the lines with removed ones restored (undo): after the line that preceded them then, if it is still there.
 */
export function withRestoredLines(lines: Lines, before: Lines, gone: Lines): Lines {
  const ids = new Set(gone.map(({ id }) => id));
  const presentIds = new Set(lines.map(({ id }) => id));
  const first = before.findIndex(({ id }) => ids.has(id));
  const anchor = before.slice(0, first).findLast(({ id }) => presentIds.has(id));
  const at = anchor ? lines.findIndex(({ id }) => id === anchor.id) + 1 : 0;
  return lines.toSpliced(at, 0, ...gone.filter(({ id }) => !presentIds.has(id)));
}

/** Returns the lines with a copy of one and of those that it includes, after the original. */
export function withCopy(lines: Lines, id: string, newId: () => string): Lines {
  return groupLines(lines).flatMap(({ line, included }) => {
    const group = [line, ...included].map(withoutIndex);
    if (line.id !== id) return group;
    const copy = { ...withoutIndex(line), id: newId() };
    return [...group, copy, ...included.map((each) => ({ ...withoutIndex(each), id: newId(), linkedTo: copy.id }))];
  });
}

/** Returns the lines with another included line, after those that are there. */
export function withIncluded(lines: Lines, by: string, added: PopulatedLine): Lines {
  return groupLines(lines).flatMap(({ line, included }) => {
    const group = [line, ...included].map(withoutIndex);
    return line.id === by ? [...group, { ...added, linkedTo: by }] : group;
  });
}

/**
 * Returns the lines with one moved, together with those that it includes. `from` and `to` count top-level lines only.
 */
export const withLineMoved = (lines: Lines, from: number, to: number): Lines =>
  moveItem(groupLines(lines), from, to).flatMap(({ line, included }) => [line, ...included].map(withoutIndex));

const withoutIndex = ({ index: _, ...line }: PopulatedLine & { index: number }): PopulatedLine => line;
