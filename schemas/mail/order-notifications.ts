import type { EmailTemplate, User } from '../generated/types.ts';

/** An e-mail notification about an order event; each person can switch it off (design 8). */
export type OrderNotification = User['noticesOff'][number];

/** The notifications that have an editable EmailTemplate. */
export type TemplateName = NonNullable<EmailTemplate['notice']>;

/** The labels of the notifications in a person's settings, in the order of an order's life cycle. */
export const orderNotificationLabels = {
  submitted: 'An order is waiting for my approval',
  approved: 'My order is approved',
  returned: 'My order is sent back, or its change is rejected',
  waiverAsked: 'Somebody asks me for a validation bypass',
  waiverGiven: 'A bypass I requested is approved',
  waiverRefused: 'A bypass I requested is rejected',
} as const satisfies Record<OrderNotification, string>;

/** Whether a text is the name of a notification. */
export const isOrderNotification = (name: string): name is OrderNotification =>
  Object.hasOwn(orderNotificationLabels, name);

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
