import type { OrderAction, OrderVersion } from '#schemas/generated/types.ts';

/** One thing that happened to an order: a version that was saved, with the action that made it, or an action that saved none. */
export interface Happening {
  id: string;
  /** The order's revision that it led to: what happened is in the order of these, since clocks differ. */
  revision: number;
  user: string;
  /** ISO. */
  time: string;
  /** What was said with it, in the person's own words. */
  texts: string[];
  version?: OrderVersion;
  action?: OrderAction;
}

/**
 * What happened, newest first: versions, newest first, with the actions of the time that they are of. `isWhole`: there are no
 * earlier versions.
 */
export function happenings(
  versions: readonly OrderVersion[],
  actions: readonly OrderAction[],
  { isWhole }: { isWhole: boolean },
): Happening[] {
  const made = new Map(actions.map((action) => [action.orderRevision, action]));
  const saved = versions.map((version): Happening => {
    const action = made.get(version.orderRevision);
    made.delete(version.orderRevision);
    const { user, reason } = version.extra;
    return {
      ...{ id: version.id, revision: version.orderRevision, user: String(user), time: version.timestamp, version },
      texts: textsOf([reason, action?.notes, action?.reason]),
      ...(action ? { action } : {}),
    };
  });
  const first = isWhole ? 0 : (versions.at(-1)?.orderRevision ?? 0);
  const others = [...made.values()]
    .filter(({ orderRevision }) => orderRevision > first)
    .map(
      (action): Happening => ({
        ...{ id: action.id, revision: action.orderRevision, user: action.user, time: action.createdAt, action },
        texts: textsOf([action.notes, action.reason]),
      }),
    );
  return [...saved, ...others].sort((one, other) => other.revision - one.revision);
}

const textsOf = (given: readonly unknown[]): string[] => [
  ...new Set(given.filter((text): text is string => typeof text === 'string' && text !== '')),
];
