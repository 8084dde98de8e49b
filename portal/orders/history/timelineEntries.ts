import { isRecord } from '#schemas/forms/is-record.ts';
import type { OrderAction, OrderVersion } from '#schemas/generated/types.ts';
import { deliveryErrors, type OrderMail } from '../mail/mailDescription.ts';

/**
 * One timeline entry of an order: a saved version (with the action that created it), an action without a version, or a
 * mail.
 */
export interface TimelineEntry {
  id: string;
  /** The order's revision at that time. Entries are sorted by it, because clocks differ. */
  revision: number;
  /** Null for automatic entries. */
  user: string | null;
  /** The user's name at that time, because readers of the order may not be allowed to read the user. */
  userName?: string;
  /** The name of the person who acted for the user. */
  actor?: string;
  /** An ISO timestamp. */
  time: string;
  /** The person's own words; for a mail, the recipients that it did not reach. */
  texts: string[];
  version?: OrderVersion;
  action?: OrderAction;
  mail?: OrderMail;
}

interface HistorySources {
  /** Newest first. */
  versions: readonly OrderVersion[];
  actions: readonly OrderAction[];
  /** Newest first. */
  mails?: readonly OrderMail[];
  /** Whether there are no earlier versions to load. */
  isWhole: boolean;
}

/** Returns the timeline entries, newest first: the versions, and the actions and mails of the same period. */
export function timelineEntries({ versions, actions, mails = [], isWhole }: HistorySources): TimelineEntry[] {
  const actionsByRevision = new Map(actions.map((action) => [action.orderRevision, action]));
  const versionEntries = versions.map((version): TimelineEntry => {
    const action = actionsByRevision.get(version.orderRevision);
    actionsByRevision.delete(version.orderRevision);
    const { user, userName, actor, reason } = version.extra;
    const optionalNames = {
      ...(typeof userName === 'string' ? { userName } : {}),
      ...(isRecord(actor) && typeof actor.name === 'string' ? { actor: actor.name } : {}),
    };
    return {
      ...{ id: version.id, revision: version.orderRevision, user: String(user), time: version.timestamp, version },
      texts: textsOf([reason, action?.notes, action?.reason]),
      ...optionalNames,
      ...(action ? { action } : {}),
    };
  });
  const first = isWhole ? 0 : (versions.at(-1)?.orderRevision ?? 0);
  const actionEntries = [...actionsByRevision.values()]
    .filter(({ orderRevision }) => orderRevision > first)
    .map(
      (action): TimelineEntry => ({
        ...{ id: action.id, revision: action.orderRevision, user: action.user, time: action.createdAt, action },
        texts: textsOf([action.notes, action.reason]),
        ...(action.userName ? { userName: action.userName } : {}),
        ...(action.actor ? { actor: action.actor.name } : {}),
      }),
    );
  const mailEntries = mails
    .map(
      (mail): TimelineEntry => ({
        ...{
          id: mail.id,
          user: mail.resendOf ? mail.by : null,
          time: mail.createdAt,
          mail,
          texts: deliveryErrors(mail),
        },
        // Mails from before revisions were recorded are sorted by time.
        revision: mail.orderRevision ?? versionEntries.find(({ time }) => time <= mail.createdAt)?.revision ?? 0,
      }),
    )
    .filter(({ revision }) => isWhole || revision >= first);
  // A mail comes after the version that caused it.
  return [...mailEntries, ...versionEntries, ...actionEntries].sort((one, other) => other.revision - one.revision);
}

const textsOf = (candidates: readonly unknown[]): string[] => [
  ...new Set(candidates.filter((text): text is string => typeof text === 'string' && text !== '')),
];
