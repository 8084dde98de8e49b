import type { EmailTemplate } from '../generated/types.ts';
import { isOrderNotification, orderNotificationLabels, type TemplateName } from './order-notifications.ts';

/** The template of an e-mail: subject, content in markdown, and recipients. */
export type Message = Pick<EmailTemplate, 'subject' | 'content' | 'to' | 'cc' | 'bcc'>;

const aboutOrder = (lead: string) =>
  `${lead}\n\n{{notice.reason}}\n\n{{order.link}}\n\nWhich of these mails you get is yours to choose in Settings:\n\n{{settings.link}}`;

const whatHappened = aboutOrder(
  '{{by.name}} {{notice.what}}: **{{order.refCode}}** of {{client.name}} in {{channel.name}}.',
);

const to = (value: string) => ({ to: [{ type: 'variable' as const, value }], cc: [], bcc: [] });

/** The default e-mail templates of the notifications, used until an administrator edits them. */
export const notificationTemplates: Record<TemplateName, Message> = {
  submitted: {
    subject: 'Order {{order.refCode}} of {{client.name}} waits for approval',
    content: whatHappened,
    ...to('moderators'),
  },
  returned: {
    subject: 'Order {{order.refCode}} of {{client.name}} came back',
    content: whatHappened,
    ...to('user'),
  },
  approved: {
    subject: 'Order {{order.refCode}} of {{client.name}} is approved',
    content: whatHappened,
    ...to('user'),
  },
  waiverAsked: {
    subject: 'A bypass is asked for order {{order.refCode}} of {{client.name}}',
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
      "Hello {{user.name}},\n\n{{by.name}} has made an account for you in the order portal. It needs no password. To sign in, open\n\n{{portal.link}}\n\npress 'Portal Login' and enter your address {{user.email}}: each time you ask, a fresh link comes by mail that signs you in.",
    ...to('user'),
  },
};

/** The names of all templates. */
export const templateNames: readonly TemplateName[] = [
  ...Object.keys(orderNotificationLabels).filter(isOrderNotification),
  'welcome',
];
