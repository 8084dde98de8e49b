import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { User } from '#schemas/generated/types.ts';
import { restrictViewer } from '../../engine/access/key-limits.ts';
import { type Viewer, viewerOf } from '../../engine/access/viewer.ts';
import { recordFailedSignIn } from '../../engine/audit/sign-ins.ts';
import { readCacheVersions } from '../../engine/store/cache-versions.ts';
import { openSealed } from '../../engine/store/sealing.ts';
import { storeOf } from '../../engine/store/store.ts';
import { fromNow } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { networkRateLimit } from '../../platform/database/rate-limiter.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts';
import { type BodyDigest, digestCheck } from '../../platform/signatures/content-digest.ts';
import { digestCheckStream } from '../../platform/signatures/signed-body.ts';
import {
  hasBody,
  invalidSignature,
  isSigned,
  maxClockSkew,
  parseRequestSignature,
  type RequestSignature,
} from './signature.ts';

/** Rate limit for invalid signatures per network. Nobody can guess one, but each failure adds an audit entry. */
const assertMayFail = networkRateLimit({
  name: 'signature-failed',
  hourly: 100,
  reason: 'Too many attempts with invalid signatures; try again later',
});

const strange = 'The signature is invalid: wrong secret, modified request or unknown key';

/**
 * Fastify plugin for HMAC-signed requests of API keys (API_HMAC, design 5): sets the key's viewer, overriding any
 * session. A wrong signature is rejected even on open routes.
 */
export const signedRequests = fastifyPlugin(
  async (app: FastifyInstance, { config: { publicUrl } }: { config: Pick<Config, 'publicUrl'> }) => {
    app.decorateRequest('signedDigest', null);
    app.addHook('onRequest', async (request) => {
      if (!isSigned(request)) return;
      const signature = parseRequestSignature(request, publicUrl);
      const digest = hasBody(request) ? digestOf(request) : null;
      request.session = null;
      request.viewer = { ...(await signer(request, signature)), from: request };
      request.signedDigest = digest;
    });
    app.addHook('preParsing', async (request, _reply, payload) => {
      const { signedDigest } = request;
      // File uploads bypass the body parsers; their reader verifies the digest (engine/files/incoming.ts).
      if (!signedDigest || request.headers['content-type']?.startsWith('multipart/')) return payload;
      return payload.pipe(digestCheckStream(signedDigest));
    });
  },
  { name: 'signed-requests', dependencies: ['session'] },
);

/** Returns the viewer of the key if the signature is valid. Throws AUTHENTICATION_REQUIRED otherwise. */
async function signer(request: FastifyRequest, { keyid, nonce, fits }: RequestSignature): Promise<Viewer> {
  const key = await findApiKey(keyid);
  // Verify against a random secret if the key does not exist, so that it takes equally long.
  const isFit = fits(key?.secret ?? newSecret());
  if (!isFit || !key?.viewer) {
    await assertMayFail(request.ip);
    await recordFailedSignIn(request, {
      way: 'key',
      reason: isFit ? 'inactive' : 'signature',
      user: key?.user,
      typed: keyid,
    });
    throw invalidSignature(strange);
  }
  await claimNonce(keyid, nonce);
  return key.viewer;
}

/** Replay protection: throws AUTHENTICATION_REQUIRED for a nonce this key has used before, in any process. */
async function claimNonce(keyid: string, nonce: string): Promise<void> {
  const hash = hashSecret(JSON.stringify([keyid, nonce]));
  // The longest time a signature can be valid, if its clock is ahead by the allowed skew.
  const expires = fromNow(2 * maxClockSkew * 1_000).toISOString();
  try {
    await storeOf('UsedNonce').add({ hash, expires });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RESOURCE_CONFLICT')
      throw invalidSignature('The nonce has already been used: each request needs a new one');
    throw error;
  }
}

function digestOf({ headers }: FastifyRequest): BodyDigest {
  const check = digestCheck([headers['content-digest'] ?? ''].flat().join(', '));
  if (check) return check;
  throw invalidSignature('Content-Digest must contain the SHA-256 or SHA-512 digest of the body (RFC 9530)');
}

/** An API key (HMAC request signing, design 5) and its user. */
interface ApiKey {
  secret: string;
  user: User;
  /** The viewer with the user's rights, restricted by the key's limits; null while the user is inactive. */
  viewer: Viewer | null;
}

/** Finds an API key by id; null if it does not exist. */
async function findApiKey(id: string): Promise<ApiKey | null> {
  if (!/^[0-9a-f]{24}$/.test(id)) return null;
  const user = await storeOf('User').findOne({ authProviders: { $elemMatch: { id, type: 'API_HMAC' } } });
  const provider = user?.authProviders.find((each) => each.id === id);
  if (!user || !provider?.challenge) return null;
  const viewer = await viewerOf(user.id, await readCacheVersions([user.id]));
  return {
    secret: openSealed(provider.challenge),
    user,
    viewer: viewer && { ...restrictViewer(viewer, provider), key: provider.key },
  };
}
