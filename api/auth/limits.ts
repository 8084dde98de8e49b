import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { hourlyLimit } from '../database/limiter.ts';
import { hashOf } from './secret.ts';

const loopback = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/;
const reason = 'Too many sign-in links were asked for; try again later';

/** Counts sign-in links by address and by network (design 5). */
export function linkLimits(
  config: Pick<Config, 'linkLimitAddress' | 'linkLimitNetwork'>,
): (request: FastifyRequest, address: string) => Promise<void> {
  const byAddress = hourlyLimit({ name: 'link-address', hourly: config.linkLimitAddress, reason });
  const byNetwork = hourlyLimit({ name: 'link-network', hourly: config.linkLimitNetwork, reason });
  return async (request, address) => {
    await byAddress(hashOf(address));
    if (!loopback.test(request.ip)) await byNetwork(request.ip);
  };
}
