import type { Order, OutboxMessage, User } from '#schemas/generated/types.ts';
import { isOrderNotification, type OrderNotification } from '#schemas/mail/order-notifications.ts';
import { pinnedNotes } from '#schemas/orders/field-notes.ts';
import { versionInWords } from '#schemas/orders/version-words.ts';
import { noteInWords, waiversInWords } from '#schemas/orders/waiver-words.ts';
import { lastRequest } from '#schemas/orders/waivers.ts';
import { actingPerson, actorName } from '../../../engine/access/actor.ts';
import { moderatorsAt } from '../../../engine/access/moderators.ts';
import { may, viewerNow } from '../../../engine/access/viewer.ts';
import { type ResolvedRecipients, resolveRecipients } from '../../../engine/mail/recipients.ts';
import { mergeTemplate, templateOf } from '../../../engine/mail/templates.ts';
import { absoluteUrl } from '../../../platform/mail/content.ts';
import type { ValidatedWrite } from '../editing/validate-order.ts';
import { type MergeFieldValues, mergeFieldValues } from './mail-values.ts';

/**
 * The notice mails that a write enqueues, merged with the order's new state. Nobody is notified of their own action
 * (design 8).
 */
export async function noticeMails({
  order,
  transition,
  viewer,
  body,
  action,
  rejections,
  declined = [],
}: ValidatedWrite): Promise<Partial<OutboxMessage>[]> {
  const effects = (transition?.effects ?? [])
    .map((effect) => effect.replace(/^notify:/, ''))
    .filter(isOrderNotification);
  // When one decision waives and approves, the order's user is already notified by the approval.
  const isWaivedAndApproved = action?.approve && lastRequest(order)?.user !== order.user;
  const due: OrderNotification[] = isWaivedAndApproved ? [...effects, 'waiverGiven'] : effects;
  if (due.length === 0) return [];
  const known = await mergeFieldValues(order);
  const reason = action ? [action.reason ?? action.notes, body.changeNotes] : [body.reason ?? body.changeNotes];
  const groups = known.form ? waiversInWords(known.form, { rejections, declined, kind: action?.kind }) : [];
  const waivers = groups.flatMap((group) => [group.lead, group.rejections.map((each) => `- ${each}`).join('\n')]);
  // What a moderator has noted at fields goes with the reason.
  const isReturned = due.some((each) => each === 'returned' || each === 'waiverRefused');
  const { form } = known;
  const notes = isReturned && form ? pinnedNotes(order).map((each) => noteInWords(form, each)) : [];
  const values = new Map([
    ...known.values,
    ['by.name', actorName(viewer)],
    ['notice.what', versionInWords({ action: transition?.action, to: order.status }) ?? ''],
    [
      'notice.reason',
      [...reason, ...waivers, notes.map((each) => `- ${each}`).join('\n')].filter(Boolean).join('\n\n'),
    ],
    ['order.link', absoluteUrl(`/c/${known.channel?.slug ?? order.channelId}/orders/${order.id}`)],
    ['settings.link', absoluteUrl('/settings')],
    ['portal.link', absoluteUrl('/')],
  ]);
  const mails = due.map(async (kind) => {
    const template = await templateOf(kind);
    const by = actingPerson(viewer)?.id ?? null;
    const addressees = await noticeRecipients(order, { notice: kind, by, known, recipients: template });
    return { kind, ...addressees, ...mergeTemplate(template, values) };
  });
  const isForSomebody = ({ status, refusals }: ResolvedRecipients) => status === 'waiting' || refusals.length > 0;
  return (await Promise.all(mails)).filter(isForSomebody);
}

interface RecipientQuery {
  notice: OrderNotification;
  /** The user who did what the notice reports. */
  by: string | null;
  known: MergeFieldValues;
  recipients: Parameters<typeof resolveRecipients>[0];
}

/**
 * Resolves the recipients of a notice: the people it is addressed to, except the one who acted, those who may not read
 * the order, and those who turned the notice off.
 */
export async function noticeRecipients(
  order: Order,
  { notice, by, known, recipients }: RecipientQuery,
): Promise<ResolvedRecipients> {
  const people = {
    user: async () => [known.user],
    requester: async () => [await userOf(lastRequest(order)?.user)],
    moderators: async () => {
      const moderator = notice === 'waiverAsked' ? lastRequest(order)?.moderator : null;
      return moderator ? [await userOf(moderator)] : await moderatorsAt(order.treeScope);
    },
  };
  return await resolveRecipients(recipients, async (variable) => {
    if (variable === 'client') return [known.client?.email ?? ''];
    if (!isOf(people, variable)) return [''];
    const addresses: string[] = [];
    for (const person of await people[variable]())
      if (person && person.id !== by && (await receivesNotice(person, notice, order))) addresses.push(person.email);
    return addresses;
  });
}

const isOf = <T extends object>(table: T, name: string): name is string & keyof T => Object.hasOwn(table, name);

const userOf = async (id: string | null | undefined): Promise<User | null> =>
  (id && (await viewerNow(id))?.user) || null;

/** Whether this user receives the notice. Users who have left the agency cannot read the order any more. */
async function receivesNotice(
  { id, inactive, noticesOff }: User,
  notice: OrderNotification,
  order: Order,
): Promise<boolean> {
  if (inactive || noticesOff.includes(notice)) return false;
  const reader = await viewerNow(id);
  return reader !== null && may(reader, 'read', 'Order', order);
}
