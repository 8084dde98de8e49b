import mongoose from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../errors/catalogue.ts';
import { hashOf } from '../../secrets/secrets.ts';
import { isLoopback, networksOf } from '../network.ts';

interface Limit {
  /** Name of the counter, separate from all other limits. */
  name: string;
  /** Maximum per hour. */
  hourly: number;
  /** Error message when the limit is exceeded. */
  reason: string;
}

const hour = 3_600;

/** Rate limiter with hourly counters per key. */
export interface HourlyCounter {
  /** Counts an event. Throws RATE_LIMITED with Retry-After if the limit is exceeded. */
  count(key: string): Promise<void>;
  /** Reverts one counted event. */
  takeBack(key: string): Promise<void>;
  /** Resets the counter. */
  forget(key: string): Promise<void>;
}

/** Rate limit per key and hour without reverting. */
export const hourlyLimit = (limit: Limit): HourlyCounter['count'] => hourlyCounter(limit).count;

/** Creates a rate limiter per key, stored in MongoDB, so that it survives restarts and is shared by all processes. */
export function hourlyCounter({ name, hourly, reason }: Limit): HourlyCounter {
  let cached: { client: object; limiter: RateLimiterMongo } | undefined;
  // Created per connection, because restarting the embedded server creates a new connection.
  const current = () => {
    const client = mongoose.connection.getClient();
    if (cached?.client === client) return cached.limiter;
    const limiter = new RateLimiterMongo({
      storeClient: client,
      dbName: mongoose.connection.name,
      tableName: 'rate_limits',
      keyPrefix: name,
      points: hourly,
      duration: hour,
    });
    cached = { client, limiter };
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

/** Allowances of the /64, /56 and /48 networks of an IPv6 address, relative to the hourly limit (design 2). */
const allowances = [1, 2, 4];

/** Rate limiter per client network and optional subject. */
export interface NetworkCounter {
  count(from: Source): Promise<void>;
  takeBack(from: Source): Promise<void>;
  forget(from: Source): Promise<void>;
}

interface Source {
  ip: string;
  /**
   * Counted together with the network, such as an e-mail address; stored as a hash. Without it, loopback is not
   * limited.
   */
  about?: string;
}

/**
 * Creates a rate limiter per network: `hourly` applies to an IPv4 address and a /64; a /56 gets twice and a /48 four
 * times as much. Throws RATE_LIMITED like `hourlyCounter`.
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

/** Rate limit per network and hour without reverting; loopback is not limited. */
export const networkLimit = (limit: Limit): ((ip: string) => Promise<void>) => {
  const { count } = networkCounter(limit);
  return (ip) => count({ ip });
};
