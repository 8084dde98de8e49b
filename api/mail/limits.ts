import type { FastifyRequest } from 'fastify';
import { trimText } from '#schemas/typed-values/parsed.ts';
import type { Config } from '../host/config/config.ts';
import { hourlyLimit, networkCounter, networkLimit } from '../host/database/limiter.ts';

const reason = 'Too many links were asked for; try again later';

/** Counts one more mail to an address for who asks. Throws RATE_LIMITED when that is too often. */
export type MailLimit = (request: Pick<FastifyRequest, 'ip'>, address: string) => Promise<void>;

/**
 * Counts all mails that can be asked for, sign-in links and verifications together: by address and network, so that a
 * stranger elsewhere locks nobody out, and by network alone (design 5).
 */
export function mailLimit(config: Pick<Config, 'linkLimitAddress' | 'linkLimitNetwork'>): MailLimit {
  const together = networkCounter({ name: 'link-address', hourly: config.linkLimitAddress, reason });
  const alone = networkLimit({ name: 'link-network', hourly: config.linkLimitNetwork, reason });
  return async ({ ip }, address) => {
    await together.count({ ip, about: mailboxOf(address) });
    await alone(ip);
  };
}

/** The mailbox as limits count it: letter case and what stands after a plus lead to no other one. */
export function mailboxOf(address: string): string {
  return trimText(address)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\+[^@]*@/, '@');
}

/** Counts one more mail that a signed-in person has sent by a press: a test, one more time, a welcome. Throws RATE_LIMITED. */
export const assertMayHaveSent = hourlyLimit({
  name: 'mail-person',
  hourly: 30,
  reason: 'Too many mails were sent; try again later',
});
