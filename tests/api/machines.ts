import { createHash, createHmac, randomUUID } from 'node:crypto';
import { now } from '#api/clock/clock.ts';
import type { AuthProvider, AuthProviderInput, User } from '#schemas/generated/types.ts';
import type { Call, Caller } from '#tests/product/call.ts';
import { type Api, expecting, type People } from './server.ts';

/** A key including the secret that only the response to its creation contains. */
export type Key = AuthProvider & { secret: string };

/** Creates a key for a user as an administrator. */
export function aKey({ admin }: People, user: Pick<User, 'id'>, fields: Partial<AuthProviderInput> = {}): Promise<Key> {
  const body = { type: 'API_HMAC', key: `Import ${randomUUID()}`, ...fields };
  return expecting(admin.call, 201, { method: 'POST', path: `/api/users/${user.id}/auth_providers`, body });
}

/** Deviations from a valid HTTP message signature. */
export interface Oddity {
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
  instead?: Partial<Call>;
}

type SignedRequest = Call & Oddity & { key: Pick<Key, 'id' | 'secret'> };

/** Signs a request by RFC 9421 and RFC 9530, independently of the product's code. */
export function signedHeaders(publicUrl: string, { key, instead, ...request }: SignedRequest): Record<string, string> {
  const { method = 'GET', path, body } = { ...request, ...instead };
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
export function machineOf(api: Pick<Api, 'call' | 'config'>, key: Pick<Key, 'id' | 'secret'>): Caller {
  return ({ headers, ...call }) => {
    const signature = signedHeaders(api.config.publicUrl, { key, ...call });
    return api.call({ ...call, headers: { origin: 'https://elsewhere.example', ...signature, ...headers } });
  };
}
