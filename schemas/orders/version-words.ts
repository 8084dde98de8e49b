import type { RowNames } from '../changes/words/patch-words.ts';
import { isRecord } from '../forms/is-record.ts';
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
