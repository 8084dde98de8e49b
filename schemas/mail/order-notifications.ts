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
