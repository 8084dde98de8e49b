import type { FastifyBaseLogger } from 'fastify';
import type { Order, OutboxMessage } from '#schemas/generated/types.ts';
import { asMarkdown, mergeText } from '#schemas/mail/merge-fields.ts';
import { mergeValues } from '#schemas/mail/merge-values.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { moderatorsAt } from '../access/moderators.ts';
import { now } from '../clock/clock.ts';
import { htmlOf } from '../mail/from-markdown.ts';
import { addressesOf } from '../mail/recipients.ts';
import { type References, referencesOf } from './references.ts';

interface Onboarding {
  transition: Transition | undefined;
  references: References;
  log: FastifyBaseLogger;
}

/** The mail that a transition queues, and that the order notes it: once per order (design 6). */
interface Onboarded {
  mails: Partial<OutboxMessage>[];
  noted: Partial<Pick<Order, 'onboardedAt'>>;
}

/**
 * The channel's onboarding e-mail, where a transition completes an order that has had none. A recipient who turns out to have
 * no address is logged; a message without any is not sent.
 */
export async function onboardingOf(order: Order, { transition, references, log }: Onboarding): Promise<Onboarded> {
  const { enabled, config } = references.channelId?.onboardingEmail ?? {};
  const isDue = transition?.effects.includes('onboard') && order.onboardedAt === null;
  if (!isDue || !enabled || !config) return { mails: [], noted: {} };
  const { client, user, channelId: channel, read: form } = await referencesOf(order, { also: ['client', 'user'] });
  const time = now().toISOString();
  const values = form ? mergeValues({ order, client, channel, form, now: time }) : new Map<string, string>();
  const addresses = {
    client: async () => [client?.email ?? ''],
    user: async () => [user?.email ?? ''],
    moderators: async () => (await moderatorsAt(order.treeScope)).map(({ email }) => email),
  };
  const named = (variable: string) =>
    isVariable(addresses, variable) ? addresses[variable]() : Promise.resolve([values.get(variable) ?? '']);
  const wrong = ({ value }: { value: string }, address: string) =>
    log.warn({ order: order.id, recipient: value, address }, 'a recipient of the onboarding e-mail has no address');
  const [to, cc, bcc] = await Promise.all(
    [config.to, config.cc, config.bcc].map((each) => addressesOf(each ?? [], named, wrong)),
  );
  if (!to || to.length === 0) return { mails: [], noted: {} };
  const content = config.content ?? '';
  const mail = {
    to,
    cc: cc ?? [],
    bcc: bcc ?? [],
    subject: mergeText(config.subject ?? '', values),
    text: mergeText(content, values),
    html: htmlOf(mergeText(content, values, asMarkdown)),
  };
  return { mails: [mail], noted: { onboardedAt: time } };
}

const isVariable = <T extends object>(addresses: T, name: string): name is string & keyof T =>
  Object.hasOwn(addresses, name);
