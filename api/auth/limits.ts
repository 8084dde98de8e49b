import type { FastifyRequest } from 'fastify';
import mongoose from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors/catalogue.ts';
import { hashOf } from './secret.ts';

const hour = 3_600;
const loopback = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Counts sign-in links by address and by network, kept in MongoDB so that restarts and more processes change nothing (design 5). */
export function linkLimits(
  config: Pick<Config, 'linkLimitAddress' | 'linkLimitNetwork'>,
): (request: FastifyRequest, address: string) => Promise<void> {
  let made: { client: object; byAddress: RateLimiterMongo; byNetwork: RateLimiterMongo } | undefined;
  // Made for a connection at its first use: an embedded server that was started anew has another one.
  const limiters = () => {
    const client = mongoose.connection.getClient();
    if (made?.client === client) return made;
    const shared = { storeClient: client, dbName: mongoose.connection.name, tableName: 'rate_limits', duration: hour };
    made = {
      client,
      byAddress: new RateLimiterMongo({ ...shared, keyPrefix: 'link-address', points: config.linkLimitAddress }),
      byNetwork: new RateLimiterMongo({ ...shared, keyPrefix: 'link-network', points: config.linkLimitNetwork }),
    };
    return made;
  };
  return async (request, address) => {
    const { byAddress, byNetwork } = limiters();
    await consume(byAddress, hashOf(address));
    if (!loopback.test(request.ip)) await consume(byNetwork, request.ip);
  };
}

async function consume(limiter: RateLimiterMongo, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new ApiError('RATE_LIMITED', {
      reason: 'Too many sign-in links were asked for; try again later',
      retryAfter: Math.ceil(error.msBeforeNext / 1_000),
    });
  }
}
