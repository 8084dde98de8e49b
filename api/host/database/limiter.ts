import mongoose from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../errors/catalogue.ts';
import { hashOf } from '../../secrets/secrets.ts';
import { isLoopback, networksOf } from '../network.ts';

interface Limit {
  /** What is counted, apart from all other limits. */
  name: string;
  /** How often within an hour. */
  hourly: number;
  /** What the refusal says. */
  reason: string;
}

const hour = 3_600;

/** What is counted by key within an hour. */
export interface HourlyCounter {
  /** Counts once more. Throws RATE_LIMITED, with the time to wait, when that is too often. */
  count(key: string): Promise<void>;
  /** Takes one back that turned out to be none. */
  takeBack(key: string): Promise<void>;
  /** Begins anew. */
  forget(key: string): Promise<void>;
}

/** Counts by key and refuses what is too often; nothing of it is ever taken back. */
export const hourlyLimit = (limit: Limit): HourlyCounter['count'] => hourlyCounter(limit).count;

/** Counts by key, in MongoDB, so that restarts and more processes change nothing. */
export function hourlyCounter({ name, hourly, reason }: Limit): HourlyCounter {
  let made: { client: object; limiter: RateLimiterMongo } | undefined;
  // Made for a connection at its first use: an embedded server that was started anew has another one.
  const current = () => {
    const client = mongoose.connection.getClient();
    if (made?.client === client) return made.limiter;
    const limiter = new RateLimiterMongo({
      storeClient: client,
      dbName: mongoose.connection.name,
      tableName: 'rate_limits',
      keyPrefix: name,
      points: hourly,
      duration: hour,
    });
    made = { client, limiter };
    return limiter;
  };
  return {
    async count(key) {
      try {
        await current().consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new ApiError('RATE_LIMITED', { reason, retryAfter: Math.ceil(error.msBeforeNext / 1_000) });
      }
    },
    async takeBack(key) {
      await current().reward(key);
    },
    async forget(key) {
      await current().delete(key);
    },
  };
}

/** How much more is let through from the larger networks of an IPv6 address than from its /64 (design 2). */
const allowances = [1, 2, 4];

/** What is counted within an hour by where a request comes from, and by what it is about. */
export interface NetworkCounter {
  count(from: Source): Promise<void>;
  takeBack(from: Source): Promise<void>;
  forget(from: Source): Promise<void>;
}

interface Source {
  ip: string;
  /** Counted together with the network, such as an address: it is kept as a hash. Without it this machine itself is not limited. */
  about?: string;
}

/**
 * Counts by the networks of an address: `hourly` is the allowance of an IPv4 address and of a /64, a /56 has twice and a /48 four
 * times as much. Throws RATE_LIMITED as `hourlyCounter` does.
 */
export function networkCounter({ name, hourly, reason }: Limit): NetworkCounter {
  const counters = allowances.map((times, level) =>
    hourlyCounter({ name: level === 0 ? name : `${name}-${level}`, hourly: hourly * times, reason }),
  );
  const each = async ({ ip, about }: Source, change: keyof HourlyCounter) => {
    if (about === undefined && isLoopback(ip)) return;
    for (const [level, network] of networksOf(ip).entries())
      await counters[level]?.[change](about === undefined ? network : hashOf(`${about} ${network}`));
  };
  return {
    count: (from) => each(from, 'count'),
    takeBack: (from) => each(from, 'takeBack'),
    forget: (from) => each(from, 'forget'),
  };
}

/** Counts by network and refuses what is too often; nothing of it is ever taken back, and this machine itself is not limited. */
export const networkLimit = (limit: Limit): ((ip: string) => Promise<void>) => {
  const { count } = networkCounter(limit);
  return (ip) => count({ ip });
};
