import type { RowNames } from '../changes/words/patch-words.ts';
import { isRecord } from '../forms/is-record.ts';
import { authorText } from '../texts/author-text.ts';
import { actionTransitions, undoApproval } from './bypass.ts';
import { transitions } from './transitions.ts';

/**
 * Whether a version started a change of a COMPLETE order, judged by its `extra`. An undone approval also leads from
 * COMPLETE to PENDING, but is no change.
 */
export const beginsChange = ({ from, to, action }: { from?: unknown; to?: unknown; action?: unknown }): boolean =>
  from === 'COMPLETE' && to === 'PENDING' && action !== undoApproval.action;

/** The names of the lines that a version added or removed, from its `extra`. */
export function lineNamesOf({ lines }: { lines?: unknown }): RowNames {
  if (!isRecord(lines)) return {};
  const namesIn = (value: unknown) =>
    Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
  return { '/products': { added: namesIn(lines.added), removed: namesIn(lines.removed) } };
}

/** The history text of a version: 'approved the order'. Undefined for a save that did not change the status. */
export function versionInWords({
  action,
  to,
  restored,
  upgraded,
}: {
  action?: unknown;
  to?: unknown;
  restored?: unknown;
  upgraded?: unknown;
}): string | undefined {
  if (restored !== undefined) return 'restored an earlier version';
  if (upgraded !== undefined) return `moved the order to version ${upgraded} of its form`;
  const made = [...transitions, ...actionTransitions].find((each) => each.action === action);
  // A transition that ended in another status than its own returned a change, so use the texts of a change.
  return made && to !== undefined && to !== made.to ? (made.ofChange?.past ?? made.words.past) : made?.words.past;
}

/** The part of a version that says who did what. */
type VersionAuthor = {
  extra: Parameters<typeof versionInWords>[0] & { user?: unknown; userName?: unknown; actor?: unknown };
};

/**
 * Describes the latest version of an order as a sentence: 'Riley withdrew the order.' With `isOwn` it considers the
 * user's own versions (from another window), else those of others. Undefined if there is none.
 */
export function latestChangeInWords(
  versions: readonly VersionAuthor[],
  userId: string,
  isOwn: boolean,
): string | undefined {
  const last = versions.find(({ extra }) => (extra.user === userId) === isOwn);
  if (!last) return undefined;
  const words = versionInWords(last.extra) ?? 'changed the order';
  if (isOwn) return `You ${words} in another window.`;
  const { userName, actor } = last.extra;
  const actorName = isRecord(actor) && typeof actor.name === 'string' ? actor.name : null;
  return `${authorText(typeof userName === 'string' ? userName : 'Someone', actorName)} ${words}.`;
}
