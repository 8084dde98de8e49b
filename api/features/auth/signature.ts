import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { now } from '../../platform/clock/clock.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { signatureBase, UnknownComponentError } from '../../platform/signatures/signature-base.ts';
import { type DictionaryMember, parseDictionary } from '../../platform/signatures/structured-fields.ts';

/** An HTTP message signature (RFC 9421) of a request. `fits` verifies it with the key's secret. */
export interface RequestSignature {
  keyid: string;
  nonce: string;
  fits(secret: string): boolean;
}

/** Allowed clock skew of a signature (design 5), in seconds. */
export const maxClockSkew = 300;

const longestNonce = 200;

/** Components that every signature must cover, and those that a request with a body must cover too. */
const required = ['@method', '@target-uri'];
const requiredOfBody = ['content-digest', 'content-type'];

/** A 401 error that says what is wrong with a signature, without revealing which keys exist. */
export const invalidSignature = (reason: string) => new ApiError('AUTHENTICATION_REQUIRED', { reason });

/** Returns whether a request claims to be signed. */
export const isSigned = ({ headers }: FastifyRequest): boolean =>
  headers.signature !== undefined || headers['signature-input'] !== undefined;

/** Returns whether a request has a body, according to its headers. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Parses the HTTP message signature of a request (RFC 9421). Throws AUTHENTICATION_REQUIRED with what is missing or
 * wrong.
 */
export function parseRequestSignature(request: FastifyRequest, publicUrl: string): RequestSignature {
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
