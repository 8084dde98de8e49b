import type { FastifyRequest } from 'fastify';
import { signedIn } from '../access/signed-in.ts';
import { may } from '../access/viewer.ts';
import { fromNow, now } from '../clock/clock.ts';
import { ApiError, conflict, invalidRequest } from '../errors/catalogue.ts';
import { hashOf } from '../secrets/secrets.ts';
import type { ResourceName } from '../store/model.ts';
import { store } from '../store/store.ts';

/** Kept for 24 hours, per user and route (design 3); milliseconds. */
const kept = 86_400_000;

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Stores an answer; to be called inside the transaction of the work that it tells of. */
export type Keep = (answer: Answer) => Promise<void>;

interface Idempotent {
  request: FastifyRequest;
  /** What the work makes. */
  type: ResourceName;
  /** Tells the body from others. Asked for once it is needed: a body that streams in may be read for it, or be read already. */
  fingerprint: () => Promise<string>;
  /** Whether an earlier answer is looked for before the work is begun: where beginning it costs more than a look. */
  asksFirst: boolean;
  work: (keep: Keep) => Promise<Answer>;
}

/**
 * Runs `work` once for each Idempotency-Key of a person and a route: a repeated click or retry gets the first answer,
 * stored together with what it tells of. Throws RESOURCE_CONFLICT for the same key with another body.
 */
export async function idempotently({ request, type, fingerprint, asksFirst, work }: Idempotent): Promise<Answer> {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return await work(async () => undefined);
  if (typeof given !== 'string' || given.length === 0 || given.length > 200) {
    throw invalidRequest('headers', [{ path: '/idempotency-key', message: 'Must be 1 to 200 characters' }]);
  }
  const viewer = signedIn(request);
  const user = viewer.user.id;
  const key = `${request.method} ${request.routeOptions.url} ${given}`;
  const asked = async () => hashOf(JSON.stringify([request.params, request.query, await fingerprint()]));
  const earlier = async () => {
    const found = await store('IdempotentAnswer').findOne({ user, key });
    if (!found) return null;
    if (found.request !== (await asked()))
      throw conflict(type, null, 'This Idempotency-Key was used for another request');
    const body = found.body ?? {};
    // What the person has lost the right to read is not answered again: the work says what they may do now.
    return may(viewer, 'read', type, body) ? { status: found.status, body } : null;
  };
  // MongoDB removes what has expired within a minute; until then it would keep its key from being used anew.
  const expire = async () => (await store('IdempotentAnswer').deleteMany({ user, key, expires: { $lte: now() } })) > 0;
  const attempt = () =>
    work(async ({ status, body }) => {
      const expires = fromNow(kept).toISOString();
      await store('IdempotentAnswer').add({ user, key, request: await asked(), status, body, expires });
    });
  if (asksFirst) await expire();
  const first = asksFirst ? await earlier() : null;
  if (first) return first;
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!asksFirst && (await expire())) return await attempt();
    // The key was taken meanwhile, or was before: then the work failed by that, or by what has changed since.
    const before = await earlier();
    if (before) return before;
    throw error;
  }
}
