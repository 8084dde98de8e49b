import type { EmailTemplate, User } from '../generated/types.ts';

/** What happens to an order and is told by mail: a person can switch each off (design 8). */
export type Notice = User['noticesOff'][number];

/** All that the product tells by an EmailTemplate. */
export type TemplateName = NonNullable<EmailTemplate['notice']>;

/** How each is called to the person who gets it, in the order of an order's life. */
export const noticeLabels = {
  submitted: 'An order waits for my approval',
  approved: 'An order of mine is approved',
  returned: 'An order of mine is sent back, or its change refused',
  waiverAsked: 'A bypass of validation is asked of me',
  waiverGiven: 'A bypass that I asked for is approved',
  waiverRefused: 'A bypass that I asked for is rejected',
} as const satisfies Record<Notice, string>;

/** Whether a word names a notice. */
export const isNotice = (name: string): name is Notice => Object.hasOwn(noticeLabels, name);
