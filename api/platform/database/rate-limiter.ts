import mongoose from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../errors/catalogue.ts';
import { isLoopback, networksOf } from '../network.ts';
import { hashSecret } from '../secrets/secrets.ts';

interface NamedLimit {
  /** Name of the counter, separate from all other limits. */
  name: string;
  /** Error message when the limit is exceeded. */
  reason: string;
}
interface Limit extends NamedLimit {
  /** Maximum per hour. */
  hourly: number;
}

/** Rate limiter with counters per key. */
export interface RateLimiter {
  /** Counts an event. Throws RATE_LIMITED with Retry-After if the limit is exceeded. */
  count(key: string): Promise<void>;
  /** Reverts one counted event. */
  revert(key: string): Promise<void>;
  /** Resets the counter. */
  reset(key: string): Promise<void>;
}

/** Rate limit per key and hour without reverting. */
export const hourlyRateLimit = (limit: Limit): RateLimiter['count'] => hourlyRateLimiter(limit).count;

/** Creates a rate limiter per key and hour. */
export const hourlyRateLimiter = ({ hourly, ...limit }: Limit): RateLimiter =>
  rateLimiter({ ...limit, points: hourly, seconds: 3_600 });

/**
 * Creates a rate limiter of `points` per key and period, stored in MongoDB, so that it survives restarts and is shared by
 * all processes.
 */
export function rateLimiter({
  name,
  points,
  seconds,
  reason,
}: NamedLimit & { points: number; seconds: number }): RateLimiter {
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
      points,
      duration: seconds,
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
    async revert(key) {
      await current().reward(key);
    },
    async reset(key) {
      await current().delete(key);
    },
  };
}

/** Allowances of the /64, /56 and /48 networks of an IPv6 address, relative to the hourly limit (design 2). */
const allowances = [1, 2, 4];

/** Rate limiter per client network and optional subject. */
export interface NetworkRateLimiter {
  count(from: Source): Promise<void>;
  revert(from: Source): Promise<void>;
  reset(from: Source): Promise<void>;
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
 * times as much. Throws RATE_LIMITED like `hourlyRateLimiter`.
 */
export function networkRateLimiter({ name, hourly, reason }: Limit): NetworkRateLimiter {
  const counters = allowances.map((times, level) =>
    hourlyRateLimiter({ name: level === 0 ? name : `${name}-${level}`, hourly: hourly * times, reason }),
  );
  const each = async ({ ip, about }: Source, change: keyof RateLimiter) => {
    if (about === undefined && isLoopback(ip)) return;
    for (const [level, network] of networksOf(ip).entries())
      await counters[level]?.[change](about === undefined ? network : hashSecret(`${about} ${network}`));
  };
  return {
    count: (from) => each(from, 'count'),
    revert: (from) => each(from, 'revert'),
    reset: (from) => each(from, 'reset'),
  };
}

/** Rate limit per network and hour without reverting; loopback is not limited. */
export const networkRateLimit = (limit: Limit): ((ip: string) => Promise<void>) => {
  const { count } = networkRateLimiter(limit);
  return (ip) => count({ ip });
};
