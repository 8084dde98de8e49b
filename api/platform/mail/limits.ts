import type { FastifyRequest } from 'fastify';
import { trimText } from '#schemas/typed-values/parsed.ts';
import type { Config } from '../config/config.ts';
import { hourlyRateLimit, networkRateLimit, networkRateLimiter } from '../database/rate-limiter.ts';

const reason = 'Too many links were requested; try again later';

/** Rate limit: counts one more mail to an address for this request. Throws RATE_LIMITED when the limit is exceeded. */
export type MailRateLimit = (request: Pick<FastifyRequest, 'ip'>, address: string) => Promise<void>;

/**
 * Rate limit for mails that anyone can trigger, sign-in links and verifications together. It counts per address and
 * network, so a stranger elsewhere cannot lock a user out, and per network alone (design 5).
 */
export function mailRateLimit(config: Pick<Config, 'linkLimitAddress' | 'linkLimitNetwork'>): MailRateLimit {
  const perAddress = networkRateLimiter({ name: 'link-address', hourly: config.linkLimitAddress, reason });
  const perNetwork = networkRateLimit({ name: 'link-network', hourly: config.linkLimitNetwork, reason });
  return async ({ ip }, address) => {
    await perAddress.count({ ip, about: mailboxOf(address) });
    await perNetwork(ip);
  };
}

/** Normalizes an address to its mailbox for rate limits: ignores letter case and the part after a plus sign. */
export function mailboxOf(address: string): string {
  return trimText(address)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\+[^@]*@/, '@');
}

/**
 * Rate limit for mails that a signed-in user triggers with a button (test mail, resend, welcome). Throws RATE_LIMITED.
 */
export const assertMailRateLimit = hourlyRateLimit({
  name: 'mail-person',
  hourly: 30,
  reason: 'Too many mails were sent; try again later',
});
