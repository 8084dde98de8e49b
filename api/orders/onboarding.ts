import type { Order, OutboxMessage } from '#schemas/generated/types.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { moderatorsAt } from '../access/moderators.ts';
import { now } from '../clock/clock.ts';
import { type Addressed, addressed, type Recipients } from '../mail/recipients.ts';
import { merged } from '../mail/templates.ts';
import { type OrderValues, valuesOf } from './mail-values.ts';
import type { References } from './references.ts';

interface Onboarding {
  transition: Transition | undefined;
  references: References;
}

/** The mail that a transition queues, and that the order notes it: once per order (design 6). */
interface Onboarded {
  mails: Partial<OutboxMessage>[];
  noted: Partial<Pick<Order, 'onboardedAt'>>;
}

/**
 * The channel's onboarding e-mail, where a transition completes an order that has had none. One that nobody has an address for
 * is kept with the order and not sent, so that a later completion tries again.
 */
export async function onboardingOf(order: Order, { transition, references }: Onboarding): Promise<Onboarded> {
  const { enabled, config } = references.channelId?.onboardingEmail ?? {};
  const isDue = transition?.effects.includes('onboard') && order.onboardedAt === null;
  if (!isDue || !enabled || !config) return { mails: [], noted: {} };
  const known = await valuesOf(order);
  const mail = {
    kind: 'onboarding' as const,
    ...(await onboardingAddresses(order, known, config)),
    ...merged(config, known.values),
  };
  return { mails: [mail], noted: mail.status === 'waiting' ? { onboardedAt: now().toISOString() } : {} };
}

/** Whom a channel's message about an order goes to now. */
export async function onboardingAddresses(
  order: Pick<Order, 'treeScope'>,
  { values, client, user }: OrderValues,
  recipients: Recipients,
): Promise<Addressed> {
  return await addressed(recipients, async (variable) => {
    if (variable === 'client') return [client?.email ?? ''];
    if (variable === 'user') return [user && !user.inactive ? user.email : ''];
    if (variable === 'moderators') return (await moderatorsAt(order.treeScope)).map(({ email }) => email);
    return [values.get(variable) ?? ''];
  });
}
