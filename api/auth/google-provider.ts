import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { now } from '../clock/clock.ts';
import type { GoogleConfig } from '../host/config/google.ts';
import { GoogleRefused } from './google-refused.ts';

/** What the browser keeps for us between the two calls. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who somebody is to Google. */
export interface Identity {
  subject: string;
  /** In small letters; null for one that Google has not verified. */
  address: string | null;
}

/** Seconds. */
const timeout = 10;

/** A token that was issued later than this is none: a provider's clock may be ahead of ours by so much. Seconds. */
const mostAhead = 5 * 60;

/** Asked once: what a provider says of itself stays, and its keys are looked up again where a token names another. */
const known = new Map<string, Promise<Configuration>>();

/** Where a browser is sent to sign in, and what its return is checked by. Throws GoogleRefused where nobody answers. */
export async function begin(google: GoogleConfig, redirect: string): Promise<{ address: string; checks: Checks }> {
  const provider = await providerOf(google);
  const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const { href } = buildAuthorizationUrl(provider, {
    redirect_uri: redirect,
    scope: 'openid email',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  });
  return { address: href, checks };
}

/**
 * Who has come back, by the address that they came back to. State, nonce, issuer, audience, times, subject and the
 * signature of the token are checked. Throws GoogleRefused.
 */
export async function finish(google: GoogleConfig, returned: URL, checks: Checks): Promise<Identity> {
  const provider = await providerOf(google);
  try {
    const tokens = await authorizationCodeGrant(provider, returned, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims?.sub.trim() || claims.iat > now().getTime() / 1_000 + mostAhead) throw new GoogleRefused('refused');
    const isVerified = claims.email_verified === true && typeof claims.email === 'string';
    return { subject: claims.sub, address: isVerified ? String(claims.email).toLowerCase() : null };
  } catch (error) {
    throw refusalOf(error);
  }
}

async function providerOf({ issuer, clientId, clientSecret }: GoogleConfig): Promise<Configuration> {
  const kept = known.get(issuer);
  if (kept) return await kept;
  const server = new URL(issuer);
  // By http on this machine alone: the configuration lets no other through.
  const execute = [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])];
  const asked = discovery(server, clientId, clientSecret, undefined, { execute, timeout });
  known.set(issuer, asked);
  try {
    return await asked;
  } catch (cause) {
    known.delete(issuer);
    throw new GoogleRefused('away', cause);
  }
}

/** What says that the provider did not answer, or not as one does; everything else is an answer that is not to be trusted. */
const unanswered = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];

function refusalOf(error: unknown): GoogleRefused {
  if (error instanceof GoogleRefused) return error;
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return new GoogleRefused('cancelled', error);
  const isAway = error instanceof ClientError && unanswered.includes(error.code ?? '');
  return new GoogleRefused(isAway || error instanceof TypeError ? 'away' : 'refused', error);
}
