import type { RowNames } from '../changes/words/patch-words.ts';
import { isRecord } from '../forms/is-record.ts';
import { inWhoseName } from '../texts/in-whose-name.ts';
import { actionTransitions, undoApproval } from './bypass.ts';
import { transitions } from './transitions.ts';

/**
 * Whether a version began a change of a COMPLETE order, by its extra. An approval that was undone leads from COMPLETE to PENDING as
 * well, and begins none.
 */
export const beginsChange = ({ from, to, action }: { from?: unknown; to?: unknown; action?: unknown }): boolean =>
  from === 'COMPLETE' && to === 'PENDING' && action !== undoApproval.action;

/** What the lines of an order are called that a version added or took away, by its extra. */
export function lineNamesOf({ lines }: { lines?: unknown }): RowNames {
  if (!isRecord(lines)) return {};
  const namesIn = (value: unknown) =>
    Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
  return { '/products': { added: namesIn(lines.added), removed: namesIn(lines.removed) } };
}

/** What made a version of an order, in words: 'approved the order'; nothing for a save that left the status as it was. */
export function wordsOfVersion({
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
  if (restored !== undefined) return 'restored an earlier state';
  if (upgraded !== undefined) return `put the order on version ${upgraded} of its form`;
  const made = [...transitions, ...actionTransitions].find((each) => each.action === action);
  // It led elsewhere than it does: to the order as it was.
  return made && to !== undefined && to !== made.to ? (made.ofChange?.past ?? made.words.past) : made?.words.past;
}

/** What of a version says who did what. */
type Told = { extra: Parameters<typeof wordsOfVersion>[0] & { user?: unknown; userName?: unknown; actor?: unknown } };

/**
 * What happened to an order last, as a sentence: 'Riley took the order back.' Of one's own versions, made in another window, where
 * `isOwn`, else of others'. Undefined where no version tells it.
 */
export function newsInWords(versions: readonly Told[], userId: string, isOwn: boolean): string | undefined {
  const last = versions.find(({ extra }) => (extra.user === userId) === isOwn);
  if (!last) return undefined;
  const words = wordsOfVersion(last.extra) ?? 'changed the order';
  if (isOwn) return `You ${words} in another window.`;
  const { userName, actor } = last.extra;
  const actorName = isRecord(actor) && typeof actor.name === 'string' ? actor.name : null;
  return `${inWhoseName(typeof userName === 'string' ? userName : 'Somebody', actorName)} ${words}.`;
}
