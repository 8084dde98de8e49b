import { createHash, createHmac, randomUUID } from 'node:crypto';
import { now } from '#api/platform/clock/clock.ts';
import type { AuthProvider, AuthProviderInput, User } from '#schemas/generated/types.ts';
import type { ApiCall, Caller } from '#tests/product/call.ts';
import { type ApiCallers, callExpecting } from '#tests/product/callers.ts';
import type { Api } from './server.ts';

/** A key including the secret that only the response to its creation contains. */
export type ApiKeyWithSecret = AuthProvider & { secret: string };

/** Creates a key for a user as an administrator. */
export function createApiKey(
  { admin }: ApiCallers,
  user: Pick<User, 'id'>,
  fields: Partial<AuthProviderInput> = {},
): Promise<ApiKeyWithSecret> {
  const body = { type: 'API_HMAC', key: `Import ${randomUUID()}`, ...fields };
  return callExpecting(admin.call, 201, { method: 'POST', path: `/api/users/${user.id}/auth_providers`, body });
}

/** Deviations from a valid HTTP message signature. */
export interface SignatureDeviation {
  covers?: string[];
  /** Seconds from now. */
  created?: number;
  nonce?: string;
  secret?: string;
  keyid?: string;
  /** Extra parameters, or a replacement for all of them. */
  parameters?: string;
  /** The raw body if it is not JSON, and its content type. */
  bytes?: string;
  type?: string;
  /** The request that is signed instead of the one that is sent. */
  signedRequest?: Partial<ApiCall>;
}

type SignedRequest = ApiCall & SignatureDeviation & { key: Pick<ApiKeyWithSecret, 'id' | 'secret'> };

/** Signs a request by RFC 9421 and RFC 9530, independently of the product's code. */
export function signatureHeaders(
  publicUrl: string,
  { key, signedRequest, ...request }: SignedRequest,
): Record<string, string> {
  const { method = 'GET', path, body } = { ...request, ...signedRequest };
  const { created = 0, nonce = randomUUID(), secret = key.secret, keyid = key.id } = request;
  const { bytes = body === undefined ? '' : JSON.stringify(body), type = 'application/json' } = request;
  const hasBody = bytes !== '';
  const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
  const values: Record<string, string> = {
    '@method': method,
    '@target-uri': `${publicUrl}${path}`,
    'content-type': type,
    'content-digest': digest,
  };
  const covers = request.covers ?? ['@method', '@target-uri', ...(hasBody ? ['content-type', 'content-digest'] : [])];
  const at = Math.floor(now().getTime() / 1_000) + created;
  const parameters = request.parameters ?? `;created=${at};keyid="${keyid}";nonce="${nonce}"`;
  const input = `(${covers.map((name) => `"${name}"`).join(' ')})${parameters}`;
  const base = [...covers.map((name) => `"${name}": ${values[name]}`), `"@signature-params": ${input}`].join('\n');
  return {
    'signature-input': `sig=${input}`,
    signature: `sig=:${createHmac('sha256', secret).update(base).digest('base64')}:`,
    ...(hasBody ? { 'content-digest': digest } : {}),
  };
}

/** A client that signs each request and sends no Origin. */
export function signingCaller(api: Pick<Api, 'call' | 'config'>, key: Pick<ApiKeyWithSecret, 'id' | 'secret'>): Caller {
  return ({ headers, ...call }) => {
    const signature = signatureHeaders(api.config.publicUrl, { key, ...call });
    return api.call({ ...call, headers: { origin: 'https://elsewhere.example', ...signature, ...headers } });
  };
}
