import type { Order, OutboxMessage } from '#schemas/generated/types.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { moderatorsAt } from '../../../engine/access/moderators.ts';
import { type Recipients, type ResolvedRecipients, resolveRecipients } from '../../../engine/mail/recipients.ts';
import { mergeTemplate } from '../../../engine/mail/templates.ts';
import { now } from '../../../platform/clock/clock.ts';
import type { References } from '../lines/references.ts';
import { type MergeFieldValues, mergeFieldValues } from './mail-values.ts';

interface Onboarding {
  transition: Transition | undefined;
  references: References;
}

/** The onboarding mail that a transition enqueues, and the time noted on the order: once per order (design 6). */
interface OnboardingMail {
  mails: Partial<OutboxMessage>[];
  noted: Partial<Pick<Order, 'onboardedAt'>>;
}

/**
 * The channel's onboarding mail, when a transition completes an order that has not had one. A mail without any address
 * is stored but not sent, and a later completion tries again.
 */
export async function onboardingMail(order: Order, { transition, references }: Onboarding): Promise<OnboardingMail> {
  const { enabled, config } = references.channelId?.onboardingEmail ?? {};
  const isDue = transition?.effects.includes('onboard') && order.onboardedAt === null;
  if (!isDue || !enabled || !config) return { mails: [], noted: {} };
  const known = await mergeFieldValues(order);
  const mail = {
    kind: 'onboarding' as const,
    ...(await onboardingRecipients(order, known, config)),
    ...mergeTemplate(config, known.values),
  };
  return { mails: [mail], noted: mail.status === 'waiting' ? { onboardedAt: now().toISOString() } : {} };
}

/** Resolves the recipients of a channel's message about an order. */
export async function onboardingRecipients(
  order: Pick<Order, 'treeScope'>,
  { values, client, user }: MergeFieldValues,
  recipients: Recipients,
): Promise<ResolvedRecipients> {
  return await resolveRecipients(recipients, async (variable) => {
    if (variable === 'client') return [client?.email ?? ''];
    if (variable === 'user') return [user && !user.inactive ? user.email : ''];
    if (variable === 'moderators') return (await moderatorsAt(order.treeScope)).map(({ email }) => email);
    return [values.get(variable) ?? ''];
  });
}
