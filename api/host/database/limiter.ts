import mongoose from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../errors/catalogue.ts';

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
