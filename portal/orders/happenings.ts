import { isRecord } from '#schemas/forms/is-record.ts';
import type { OrderAction, OrderVersion } from '#schemas/generated/types.ts';
import { type OrderMail, troublesOf } from './mailWords.ts';

/** One thing that happened to an order: a version that was saved, with the action that made it, an action that saved none, or a mail. */
export interface Happening {
  id: string;
  /** The order's revision that it led to: what happened is in the order of these, since clocks differ. */
  revision: number;
  /** Nobody's is what the product does by itself. */
  user: string | null;
  /** What the user was called then: whoever reads the order may not read the user. */
  userName?: string;
  /** The name of who acted for the user. */
  actor?: string;
  /** ISO. */
  time: string;
  /** What was said with it, in the person's own words; of a mail, whom it did not reach. */
  texts: string[];
  version?: OrderVersion;
  action?: OrderAction;
  mail?: OrderMail;
}

interface Told {
  /** Newest first. */
  versions: readonly OrderVersion[];
  actions: readonly OrderAction[];
  /** Newest first. */
  mails?: readonly OrderMail[];
  /** There are no earlier versions. */
  isWhole: boolean;
}

/** What happened, newest first: versions, with the actions and mails of the time that they are of. */
export function happenings({ versions, actions, mails = [], isWhole }: Told): Happening[] {
  const made = new Map(actions.map((action) => [action.orderRevision, action]));
  const saved = versions.map((version): Happening => {
    const action = made.get(version.orderRevision);
    made.delete(version.orderRevision);
    const { user, userName, actor, reason } = version.extra;
    const really = {
      ...(typeof userName === 'string' ? { userName } : {}),
      ...(isRecord(actor) && typeof actor.name === 'string' ? { actor: actor.name } : {}),
    };
    return {
      ...{ id: version.id, revision: version.orderRevision, user: String(user), time: version.timestamp, version },
      texts: textsOf([reason, action?.notes, action?.reason]),
      ...really,
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
        ...(action.userName ? { userName: action.userName } : {}),
        ...(action.actor ? { actor: action.actor.name } : {}),
      }),
    );
  const sent = mails
    .map(
      (mail): Happening => ({
        ...{ id: mail.id, user: mail.resendOf ? mail.by : null, time: mail.createdAt, mail, texts: troublesOf(mail) },
        // One of before mails told it stands where the clock puts it.
        revision: mail.orderRevision ?? saved.find(({ time }) => time <= mail.createdAt)?.revision ?? 0,
      }),
    )
    .filter(({ revision }) => isWhole || revision >= first);
  // What a version caused comes after it.
  return [...sent, ...saved, ...others].sort((one, other) => other.revision - one.revision);
}

const textsOf = (given: readonly unknown[]): string[] => [
  ...new Set(given.filter((text): text is string => typeof text === 'string' && text !== '')),
];
