import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An account at the provider, as claims of its ID token. */
export interface Account {
  sub: string;
  email: string;
  email_verified: boolean;
}

/** How the provider responds to the next sign-in. Each is a fault that the product must detect. */
export interface ProviderFault {
  /** Overrides claims of the ID token. */
  claims?: Record<string, unknown>;
  /** Signs the token with a key that is not the provider's. */
  forged?: boolean;
  /** The person presses 'Cancel'. */
  cancelled?: boolean;
  /** Returns another state than was sent. */
  state?: string;
  /** The status of the token endpoint's response. */
  tokens?: number;
}

export interface OpenIdProvider {
  issuer: string;
  client: { id: string; secret: string };
  /** Signs an account in at the provider: returns the redirect URL back to the product. */
  signIn(address: string, account: Account, misbehaviour?: ProviderFault): string;
  /** What a browser that visits the provider does; none is signed in unless it is set. */
  person: { account: Account; misbehaviour: ProviderFault } | null;
  close(): Promise<void>;
}

interface Grant {
  query: URLSearchParams;
  account: Account;
  misbehaviour: ProviderFault;
}

const client = { id: 'portal', secret: 'a secret between the portal and the provider' };
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A fake OpenID Connect provider on loopback: discovery, single-use authorization codes with PKCE, signed tokens, keys.
 * Not from npm, since the packages there bring some fifty dependencies or do not run on Node 20, and cannot forge a
 * signature.
 */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const grants = new Map<string, Grant>();
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname === '/.well-known/openid-configuration') return answer(200, metadata(issuer));
    if (pathname === '/keys')
      return answer(200, {
        keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
      });
    if (pathname === '/authorize' && provider.person) {
      const { account, misbehaviour } = provider.person;
      const location = provider.signIn(new URL(request.url ?? '', issuer).href, account, misbehaviour);
      return response.writeHead(303, { location }).end();
    }
    const form = new URLSearchParams(await textOf(request));
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    if (!grant || !fits(form, grant)) return answer(400, { error: 'invalid_grant' });
    if (grant.misbehaviour.tokens) return answer(grant.misbehaviour.tokens, {});
    return answer(200, {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: tokenOf(issuer, grant),
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${portOf(server.address())}`;
  const provider: OpenIdProvider = {
    issuer,
    client,
    person: null,
    signIn(address, account, misbehaviour = {}) {
      const { searchParams: query } = new URL(address);
      const back = new URL(query.get('redirect_uri') ?? '');
      back.searchParams.set('state', misbehaviour.state ?? query.get('state') ?? '');
      back.searchParams.set('iss', issuer);
      if (misbehaviour.cancelled) {
        back.searchParams.set('error', 'access_denied');
        return back.href;
      }
      const code = randomUUID();
      grants.set(code, { query, account, misbehaviour });
      back.searchParams.set('code', code);
      return back.href;
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return provider;
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

/** Whether the token request is from the client that got the code: checks the client secret and PKCE. */
function fits(form: URLSearchParams, { query }: Grant): boolean {
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  return (
    query.get('code_challenge_method') === 'S256' &&
    challenge === query.get('code_challenge') &&
    form.get('redirect_uri') === query.get('redirect_uri') &&
    form.get('client_id') === client.id &&
    form.get('client_secret') === client.secret
  );
}

function tokenOf(issuer: string, { query, account, misbehaviour }: Grant): string {
  const at = Math.floor(Date.now() / 1_000);
  const times = { iat: at, exp: at + 300 };
  const claims = {
    iss: issuer,
    aud: client.id,
    nonce: query.get('nonce'),
    ...times,
    ...account,
    ...misbehaviour.claims,
  };
  const signed = `${base64({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${base64(claims)}`;
  const { privateKey } = misbehaviour.forged ? others : keys;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function portOf(address: AddressInfo | string | null): number {
  if (address !== null && typeof address === 'object') return address.port;
  throw new Error('The provider listens nowhere');
}
