import { actionTransitions } from './bypass.ts';
import { transitions } from './transitions.ts';

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
