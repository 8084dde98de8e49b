import { hash, verify } from '@node-rs/argon2';
import { newSecret } from './secrets.ts';

/** argon2id parameters recommended by OWASP; memory in KiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Concurrency limit: each hash takes 19 MiB and one core for about 30 ms, and would slow down other requests. */
const maxConcurrent = 2;

let running = 0;
const queue: (() => void)[] = [];
/** Hash of a random password, for timing-safe checks of unknown users. */
let unknownUserHash: Promise<string> | undefined;

/** Hashes a password with argon2id. */
export const hashPassword = (password: string): Promise<string> => withSlot(() => hash(password, cost));

/**
 * Verifies a password against its stored hash. Without a hash (unknown user name) it takes the same time and returns
 * false, so that timing reveals nothing.
 */
export async function verifyPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  unknownUserHash ??= hashPassword(newSecret());
  const expectedHash = storedHash ?? (await unknownUserHash);
  const fits = await withSlot(() => verify(expectedHash, password));
  return fits && storedHash !== undefined;
}

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < maxConcurrent) running += 1;
  // Whoever finishes hands over its slot directly, which keeps the queue in order (FIFO).
  else await new Promise<void>((begin) => queue.push(begin));
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}
