import type { FastifyRequest } from 'fastify';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { ApiError, conflict, invalidRequest } from '../../platform/errors/catalogue.ts';
import { hashSecret } from '../../platform/secrets/secrets.ts';
import { signedIn } from '../access/signed-in.ts';
import { may } from '../access/viewer.ts';
import type { ResourceName } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
import { InsertsRejected } from '../store/transaction.ts';

/** The response to an Idempotency-Key is retained for 24 hours, per user and route (design 3); milliseconds. */
const retention = 86_400_000;

export interface IdempotentResponse {
  status: number;
  body: Record<string, unknown>;
}

/** Stores a response; call it inside the transaction of the work. */
type StoreIdempotentResponse = (answer: IdempotentResponse) => Promise<void>;

interface Idempotent {
  request: FastifyRequest;
  /** The resource type that the work creates. */
  type: ResourceName;
  /** Digest of the request body. Called only when needed; a streamed body may be read for it. */
  fingerprint: () => Promise<string>;
  /** Whether to look up an earlier response first, if starting the work costs more than a lookup. */
  checksFirst: boolean;
  work: (storeResponse: StoreIdempotentResponse) => Promise<IdempotentResponse>;
}

/**
 * Idempotency-Key support: runs `work` once per key, user and route. A repeated request gets the first response, which
 * is stored in the transaction of the work. Throws RESOURCE_CONFLICT for the same key with a different body.
 */
export async function runIdempotently({
  request,
  type,
  fingerprint,
  checksFirst,
  work,
}: Idempotent): Promise<IdempotentResponse> {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return await work(async () => undefined);
  if (typeof given !== 'string' || given.length === 0 || given.length > 200) {
    throw invalidRequest('headers', [{ path: '/idempotency-key', message: 'Must be 1 to 200 characters' }]);
  }
  const viewer = signedIn(request);
  const user = viewer.user.id;
  const key = `${request.method} ${request.routeOptions.url} ${given}`;
  const requestHash = async () => hashSecret(JSON.stringify([request.params, request.query, await fingerprint()]));
  const earlier = async () => {
    const found = await storeOf('IdempotentAnswer').findOne({ user, key });
    if (!found) return null;
    if (found.request !== (await requestHash()))
      throw conflict(type, null, 'This Idempotency-Key was used for another request');
    const body = found.body ?? {};
    // Do not repeat a response the user may no longer read; running the work again reports what they may do now.
    return may(viewer, 'read', type, body) ? { status: found.status, body } : null;
  };
  // MongoDB's TTL monitor takes up to a minute; until then an expired entry would block its key.
  const expire = async () =>
    (await storeOf('IdempotentAnswer').deleteMany({ user, key, expires: { $lte: now() } })) > 0;
  const attempt = () =>
    work(async ({ status, body }) => {
      const expires = fromNow(retention).toISOString();
      await storeOf('IdempotentAnswer').append({ user, key, request: await requestHash(), status, body, expires });
    });
  if (checksFirst) await expire();
  const first = checksFirst ? await earlier() : null;
  if (first) return first;
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof InsertsRejected)) throw error;
    if (!checksFirst && (await expire())) return await attempt();
    // The key was stored concurrently or before, which made the work fail; otherwise the failure has another cause.
    const before = await earlier();
    if (before) return before;
    throw error instanceof ApiError ? error : conflict(type, null, 'This Idempotency-Key was used before');
  }
}
