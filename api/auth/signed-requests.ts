import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Viewer } from '../access/viewer.ts';
import { recordFailedSignIn } from '../audit/sign-ins.ts';
import { fromNow } from '../clock/clock.ts';
import { ApiError } from '../errors/catalogue.ts';
import type { Config } from '../host/config/config.ts';
import { networkLimit } from '../host/database/limiter.ts';
import { hashOf, newSecret } from '../secrets/secrets.ts';
import { type DigestCheck, digestCheck } from '../signatures/content-digest.ts';
import { signedBody } from '../signatures/signed-body.ts';
import { store } from '../store/store.ts';
import { machineKey } from './machine-keys.ts';
import { badSignature, hasBody, isSigned, type Signature, signatureOf, skew } from './signature.ts';

/** So many signatures that do not fit are tried from one network within an hour; nobody guesses one, but each makes an entry. */
const assertMayFail = networkLimit({
  name: 'signature-failed',
  hourly: 100,
  reason: 'Too many signatures were tried that do not fit; try again later',
});

const strange = 'The signature does not fit: another secret, another request or no such key';

/**
 * Gives a request that a machine has signed (API_HMAC, design 5) the viewer of its key, whatever session it brings as well.
 * Whoever signs and errs is refused with what is wrong, also where a request without a signature would be let in.
 */
export const signedRequests = fastifyPlugin(
  async (app: FastifyInstance, { config: { publicUrl } }: { config: Pick<Config, 'publicUrl'> }) => {
    app.decorateRequest('signedDigest', null);
    app.addHook('onRequest', async (request) => {
      if (!isSigned(request)) return;
      const signature = signatureOf(request, publicUrl);
      const digest = hasBody(request) ? digestOf(request) : null;
      request.session = null;
      request.viewer = { ...(await signer(request, signature)), from: request };
      request.signedDigest = digest;
    });
    app.addHook('preParsing', async (request, _reply, payload) => {
      const { signedDigest } = request;
      // What is no JSON streams past the parsers: who reads it holds it against the digest (files/incoming.ts).
      if (!signedDigest || request.headers['content-type']?.startsWith('multipart/')) return payload;
      return payload.pipe(signedBody(signedDigest));
    });
  },
  { name: 'signed-requests', dependencies: ['session'] },
);

/** Who acts by the key of a signature that fits. Throws AUTHENTICATION_REQUIRED for all others. */
async function signer(request: FastifyRequest, { keyid, nonce, fits }: Signature): Promise<Viewer> {
  const key = await machineKey(keyid);
  // Tried against something where there is no such key, so that it takes as long.
  const isFit = fits(key?.secret ?? newSecret());
  if (!isFit || !key?.viewer) {
    await assertMayFail(request.ip);
    await recordFailedSignIn(request, {
      way: 'key',
      reason: isFit ? 'inactive' : 'signature',
      user: key?.user,
      typed: keyid,
    });
    throw badSignature(strange);
  }
  await takeNonce(keyid, nonce);
  return key.viewer;
}

/** Throws AUTHENTICATION_REQUIRED for a nonce that this key has used before, in whatever process. */
async function takeNonce(keyid: string, nonce: string): Promise<void> {
  const hash = hashOf(JSON.stringify([keyid, nonce]));
  // As long as a signature can count that was made as far ahead of our time as it may be.
  const expires = fromNow(2 * skew * 1_000).toISOString();
  try {
    await store('UsedNonce').add({ hash, expires });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RESOURCE_CONFLICT')
      throw badSignature('The nonce was used before: each request needs one of its own');
    throw error;
  }
}

function digestOf({ headers }: FastifyRequest): DigestCheck {
  const check = digestCheck([headers['content-digest'] ?? ''].flat().join(', '));
  if (check) return check;
  throw badSignature('Content-Digest must hold a sha-256 or a sha-512 of the body (RFC 9530)');
}
