import type { FastifyRequest } from 'fastify';
import { hashOf } from '../auth/secret.ts';
import { signedIn } from '../auth/signed-in.ts';
import { ApiError, conflict, invalidRequest } from '../errors/catalogue.ts';
import { store } from '../resource/store.ts';

/** Kept for 24 hours, per user (design 3); milliseconds. */
const kept = 86_400_000;

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Stores an answer; to be called inside the transaction of the work that it tells of. */
export type Keep = (answer: Answer) => Promise<void>;

/**
 * Runs `work` once for each Idempotency-Key of a person: a repeated click or retry gets the first answer, stored together
 * with what it tells of. Throws RESOURCE_CONFLICT for the same key with another request.
 */
export async function idempotently(request: FastifyRequest, work: (keep: Keep) => Promise<Answer>): Promise<Answer> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return await work(async () => undefined);
  if (typeof key !== 'string' || key.length === 0 || key.length > 200) {
    throw invalidRequest('headers', [{ path: '/idempotency-key', message: 'Must be 1 to 200 characters' }]);
  }
  const user = signedIn(request).user.id;
  const asked = hashOf(JSON.stringify([request.method, request.url, request.body]));
  const earlier = await find({ user, key, asked });
  if (earlier) return earlier;
  try {
    return await work(async ({ status, body }) => {
      const expires = new Date(Date.now() + kept).toISOString();
      await store('IdempotentAnswer').insert({ user, key, request: asked, status, body, expires });
    });
  } catch (error) {
    const isRepeated = error instanceof ApiError && error.details?.resourceType === 'IdempotentAnswer';
    const first = isRepeated ? await find({ user, key, asked }) : null;
    if (first) return first;
    throw error;
  }
}

async function find({ user, key, asked }: { user: string; key: string; asked: string }): Promise<Answer | null> {
  const found = await store('IdempotentAnswer').findOne({ user, key, expires: { $gt: new Date() } });
  if (!found) return null;
  if (found.request !== asked) throw conflict('Order', null, 'This Idempotency-Key was used for another request');
  return { status: found.status, body: found.body ?? {} };
}
