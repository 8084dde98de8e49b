import type { EmailTemplate } from '../generated/types.ts';
import { isOrderNotification, orderNotificationLabels, type TemplateName } from './order-notifications.ts';

/** The template of an e-mail: subject, content in markdown, and recipients. */
export type Message = Pick<EmailTemplate, 'subject' | 'content' | 'to' | 'cc' | 'bcc'>;

const aboutOrder = (lead: string) =>
  `${lead}\n\n{{notice.reason}}\n\n{{order.link}}\n\nYou can choose which of these mails you get in Settings:\n\n{{settings.link}}`;

const whatHappened = aboutOrder(
  '{{by.name}} {{notice.what}}: **{{order.refCode}}** of {{client.name}} in {{channel.name}}.',
);

const to = (value: string) => ({ to: [{ type: 'variable' as const, value }], cc: [], bcc: [] });

/** The default e-mail templates of the notifications, used until an administrator edits them. */
export const notificationTemplates: Record<TemplateName, Message> = {
  submitted: {
    subject: 'Order {{order.refCode}} of {{client.name}} is waiting for approval',
    content: whatHappened,
    ...to('moderators'),
  },
  returned: {
    subject: 'Order {{order.refCode}} of {{client.name}} was sent back',
    content: whatHappened,
    ...to('user'),
  },
  approved: {
    subject: 'Order {{order.refCode}} of {{client.name}} is approved',
    content: whatHappened,
    ...to('user'),
  },
  waiverAsked: {
    subject: 'A bypass is requested for order {{order.refCode}} of {{client.name}}',
    content: whatHappened,
    ...to('moderators'),
  },
  waiverGiven: {
    subject: 'The bypass for order {{order.refCode}} of {{client.name}} is approved',
    content: whatHappened,
    ...to('requester'),
  },
  waiverRefused: {
    subject: 'The bypass for order {{order.refCode}} of {{client.name}} is rejected',
    content: whatHappened,
    ...to('requester'),
  },
  welcome: {
    subject: 'Welcome to the order portal',
    content:
      "Hello {{user.name}},\n\n{{by.name}} has created an account for you in the order portal. You do not need a password. To sign in, open\n\n{{portal.link}}\n\npress 'Portal Login' and enter your address {{user.email}}. You get a new sign-in link by mail each time.",
    ...to('user'),
  },
};

/** The names of all templates. */
export const templateNames: readonly TemplateName[] = [
  ...Object.keys(orderNotificationLabels).filter(isOrderNotification),
  'welcome',
];
