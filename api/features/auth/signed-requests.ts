import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Viewer } from '../../engine/access/viewer.ts';
import { openSealed } from '../../engine/store/sealing.ts';
import { now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { newSecret } from '../../platform/secrets/secrets.ts';
import { signatureBase, UnknownComponentError } from '../../platform/signatures/signature-base.ts';
import { type BodyDigest, digestCheck, digestCheckStream } from '../../platform/signatures/signed-body.ts';
import { type DictionaryMember, parseDictionary } from '../../platform/signatures/structured-fields.ts';
import { findApiKey, recordFailedKey } from './api-keys.ts';
import { claimNonce } from './used-nonces.ts';

const strange = 'The signature is invalid: wrong secret, modified request or unknown key';

/**
 * Fastify plugin for HMAC-signed requests of API keys (API_HMAC, design 5): sets the key's viewer, overriding any
 * session. A wrong signature is rejected even on open routes.
 */
export const signedRequests = fastifyPlugin(
  async (app: FastifyInstance, { config: { publicUrl } }: { config: Pick<Config, 'publicUrl'> }) => {
    app.decorateRequest('signedDigest', null);
    app.addHook('onRequest', async (request) => {
      if (!hasSignature(request)) return;
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
  const key = await findApiKey('API_HMAC', keyid);
  // Verify against a random secret if the key does not exist, so that it takes equally long.
  const isFit = fits(key ? openSealed(key.challenge) : newSecret());
  if (!isFit || !key?.viewer) {
    await recordFailedKey(request, { reason: isFit ? 'inactive' : 'signature', user: key?.user, typed: keyid });
    throw invalidSignature(strange);
  }
  // The longest time a signature can be valid, if its clock is ahead by the allowed skew.
  if (!(await claimNonce(keyid, nonce, 2 * maxClockSkew * 1_000)))
    throw invalidSignature('The nonce has already been used: each request needs a new one');
  return key.viewer;
}

function digestOf({ headers }: FastifyRequest): BodyDigest {
  const check = digestCheck([headers['content-digest'] ?? ''].flat().join(', '));
  if (check) return check;
  throw invalidSignature('Content-Digest must contain the SHA-256 or SHA-512 digest of the body (RFC 9530)');
}

/** An HTTP message signature (RFC 9421) of a request. `fits` verifies it with the key's secret. */
interface RequestSignature {
  keyid: string;
  nonce: string;
  fits(secret: string): boolean;
}

/** Allowed clock skew of a signature (design 5), in seconds. */
const maxClockSkew = 300;

const longestNonce = 200;

/** Components that every signature must cover, and those that a request with a body must cover too. */
const required = ['@method', '@target-uri'];
const requiredOfBody = ['content-digest', 'content-type'];

/** A 401 error that says what is wrong with a signature, without revealing which keys exist. */
const invalidSignature = (reason: string) => new ApiError('AUTHENTICATION_REQUIRED', { reason });

/** Returns whether a request claims to be signed. */
export const hasSignature = ({ headers }: FastifyRequest): boolean =>
  headers.signature !== undefined || headers['signature-input'] !== undefined;

/** Returns whether a request has a body, according to its headers. */
const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Parses the HTTP message signature of a request (RFC 9421). Throws AUTHENTICATION_REQUIRED with what is missing or
 * wrong.
 */
function parseRequestSignature(request: FastifyRequest, publicUrl: string): RequestSignature {
  const { label, input } = inputOf(request);
  const signature = parseDictionary(fieldOf(request, 'signature'))?.get(label)?.value;
  if (!(signature instanceof Buffer))
    throw invalidSignature(`The Signature header has no signature labelled '${label}'`);
  if (!Array.isArray(input.value)) throw invalidSignature('Signature-Input must be a list of the covered components');
  const missing = [...required, ...(hasBody(request) ? requiredOfBody : [])].filter(
    (name) => ![input.value].flat().includes(name),
  );
  if (missing.length > 0) throw invalidSignature(`The signature must cover ${missing.join(' and ')}`);
  const { keyid, nonce } = parametersOf(input);
  const base = baseOf(request, publicUrl, { ...input, value: input.value });
  return {
    keyid,
    nonce,
    fits: (secret) => {
      const expected = createHmac('sha256', secret).update(base).digest();
      return expected.length === signature.length && timingSafeEqual(expected, signature);
    },
  };
}

function fieldOf({ headers }: FastifyRequest, name: 'signature' | 'signature-input'): string {
  const value = headers[name];
  if (value === undefined)
    throw invalidSignature(`A signed request needs both the Signature-Input and the Signature header`);
  return [value].flat().join(', ');
}

function inputOf(request: FastifyRequest): { label: string; input: DictionaryMember } {
  const inputs = parseDictionary(fieldOf(request, 'signature-input'));
  if (!inputs) throw invalidSignature('Signature-Input is not a structured field dictionary (RFC 9651)');
  const [first, ...others] = inputs;
  if (!first || others.length > 0) throw invalidSignature('A request must have exactly one signature');
  return { label: first[0], input: first[1] };
}

/** Reads the signature parameters. Throws AUTHENTICATION_REQUIRED unless they are valid now. */
function parametersOf({ parameters }: DictionaryMember): { keyid: string; nonce: string } {
  const [created, expires, keyid, nonce, algorithm] = ['created', 'expires', 'keyid', 'nonce', 'alg'].map((name) =>
    parameters.get(name),
  );
  if (typeof created !== 'number')
    throw invalidSignature('The signature needs the parameter created, in seconds since the Unix epoch');
  if (typeof keyid !== 'string') throw invalidSignature('The signature needs the parameter keyid: the id of the key');
  if (typeof nonce !== 'string' || nonce === '' || nonce.length > longestNonce)
    throw invalidSignature(
      `The signature needs the parameter nonce: 1 to ${longestNonce} characters, never used before`,
    );
  if (algorithm !== undefined && algorithm !== 'hmac-sha256')
    throw invalidSignature('The parameter alg must be hmac-sha256');
  const seconds = now().getTime() / 1_000;
  if (Math.abs(seconds - created) > maxClockSkew)
    throw invalidSignature(
      `The signature was created more than ${maxClockSkew} seconds from the server time, which is ${Math.floor(seconds)}`,
    );
  if (typeof expires === 'number' && expires < seconds) throw invalidSignature('The signature has expired');
  return { keyid, nonce };
}

/**
 * Builds the signature base with PUBLIC_URL as host, whatever the Host header says, so that a signature for another
 * service is not valid here.
 */
function baseOf(
  request: FastifyRequest,
  publicUrl: string,
  { value, text }: { value: string[]; text: string },
): string {
  const { method, originalUrl, headers } = request;
  try {
    return signatureBase(value, { method, targetUri: `${publicUrl}${originalUrl}`, headers }, text);
  } catch (error) {
    if (error instanceof UnknownComponentError)
      throw invalidSignature(`The signature covers ${error.message}, which the request does not have`);
    throw error;
  }
}
