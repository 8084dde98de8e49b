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
import { now } from '../../platform/clock/clock.ts';
import type { GoogleConfig } from '../../platform/config/config.ts';
import { GoogleSignInFailure } from './google.ts';

/** OpenID Connect checks that the browser stores between the two requests. */
export interface OpenIdChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The identity that Google returned. */
export interface GoogleIdentity {
  subject: string;
  /** Lower case; null if Google has not verified it. */
  address: string | null;
}

/** Seconds. */
const timeout = 10;

/** Allowed clock skew: reject tokens issued further in the future than this. Seconds. */
const maxClockSkew = 5 * 60;

/** Discovery cache. Provider metadata does not change, and keys are fetched again when a token names an unknown one. */
const configurations = new Map<string, Promise<Configuration>>();

/**
 * Starts the OpenID Connect flow: returns the URL to redirect to and the checks for the callback. Throws GoogleSignInError
 * if the provider does not respond.
 */
export async function startGoogleFlow(
  google: GoogleConfig,
  redirect: string,
): Promise<{ address: string; checks: OpenIdChecks }> {
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
 * Completes the OpenID Connect flow from the callback URL. Verifies state, nonce, issuer, audience, times, subject and
 * token signature. Throws GoogleSignInError.
 */
export async function finishGoogleFlow(
  google: GoogleConfig,
  returned: URL,
  checks: OpenIdChecks,
): Promise<GoogleIdentity> {
  const provider = await providerOf(google);
  try {
    const tokens = await authorizationCodeGrant(provider, returned, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims?.sub.trim() || claims.iat > now().getTime() / 1_000 + maxClockSkew)
      throw new GoogleSignInFailure('refused');
    const isVerified = claims.email_verified === true && typeof claims.email === 'string';
    return { subject: claims.sub, address: isVerified ? String(claims.email).toLowerCase() : null };
  } catch (error) {
    throw failureOf(error);
  }
}

async function providerOf({ issuer, clientId, clientSecret }: GoogleConfig): Promise<Configuration> {
  const cached = configurations.get(issuer);
  if (cached) return await cached;
  const server = new URL(issuer);
  // Allow http only for localhost; the configuration rejects other http issuers.
  const execute = [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])];
  const pending = discovery(server, clientId, clientSecret, undefined, { execute, timeout });
  configurations.set(issuer, pending);
  try {
    return await pending;
  } catch (cause) {
    configurations.delete(issuer);
    throw new GoogleSignInFailure('away', cause);
  }
}

/**
 * Error codes for a provider that is down or does not follow the protocol. All other errors mean a response that cannot
 * be trusted.
 */
const unavailableCodes = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
];

function failureOf(error: unknown): GoogleSignInFailure {
  if (error instanceof GoogleSignInFailure) return error;
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return new GoogleSignInFailure('cancelled', error);
  const isAway = error instanceof ClientError && unavailableCodes.includes(error.code ?? '');
  return new GoogleSignInFailure(isAway || error instanceof TypeError ? 'away' : 'refused', error);
}
