import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type GoogleSignInError, googleSignInErrors } from '#schemas/access/google-sign-in-errors.ts';
import { maxRedirectPathLength, safeRedirectPath } from '#schemas/access/redirect-path.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { User } from '#schemas/generated/types.ts';
import { type Actor, assertInPerson, type RequestSource } from '../../engine/access/actor.ts';
import { isSignedInRecently, signedIn } from '../../engine/access/signed-in.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { recordFailedSignIn } from '../../engine/audit/sign-ins.ts';
import { newPart } from '../../engine/resource/records/records.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config, GoogleConfig } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { signUp } from '../guilds/sign-up.ts';
import { ownerOfAddress, usersOfAddress } from '../users/by-address.ts';
import { needsPasskey, requiresPasskey } from '../users/passkeys.ts';
import { notifyOwner } from '../users/security-notification.ts';
import { defineCookie } from './cookies.ts';
import { documentedSignIn } from './documentation.ts';
import type { GoogleIdentity, OpenIdChecks } from './google-provider.ts';
import { markAddressVerified } from './magic-link.ts';
import { startSession } from './session.ts';

const path = '/api/auth/google';
const callback = `${path}/callback`;
/** Milliseconds. */
const lifetime = 10 * 60_000;

interface GoogleQuery {
  /** Path of the portal to return to after signing in. */
  returnTo?: string;
  purpose?: 'signIn' | 'link';
}

/** State of one OpenID Connect flow, stored in a signed cookie. */
interface SignInFlow {
  checks: OpenIdChecks;
  returnPath: string;
  /** User to link the Google account to; null to sign in. */
  linksTo: string | null;
  /** Expiry, ISO. */
  until: string;
}

/** Rejections recorded in the audit log: those where Google has identified the user. */
const auditedErrors = {
  unverified: 'provider',
  unknown: 'provider',
  several: 'provider',
  inactive: 'inactive',
  passkey: 'passkeyRequired',
} as const satisfies Partial<Record<GoogleSignInError, string>>;

const isAudited = (error: GoogleSignInError): error is keyof typeof auditedErrors =>
  Object.hasOwn(auditedErrors, error);

const querySchema = {
  returnTo: {
    type: 'string',
    maxLength: maxRedirectPathLength,
    description: 'The portal path to redirect to afterwards.',
  },
  purpose: {
    type: 'string',
    enum: ['signIn', 'link'],
    description: 'link: adds the Google account as a sign-in method of the signed-in user.',
  },
};

/**
 * GET /api/auth/google and its callback (spec 7, design 5), available if AUTH_GOOGLE is on. The OpenID Connect client
 * is loaded on first use. A browser that is rejected is redirected to the page where it started, with the rejection's
 * code; other clients get the error.
 */
export async function googleRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const redirect = `${config.publicUrl}${callback}`;
  // Stores the flow's state between the two requests.
  const cookie = defineCookie('google-sign-in', config, { signed: true });

  app.get<{ Querystring: GoogleQuery }>(
    path,
    {
      schema: { querystring: { type: 'object', properties: querySchema, additionalProperties: false } },
      config: { isOpen: true, signsIn: true, documentation: { ...documentedSignIn.google, query: querySchema } },
    },
    async (request, reply) => {
      const returnPath = safeRedirectPath(request.query.returnTo) ?? '/';
      const isLinking = request.query.purpose === 'link';
      if (isLinking) assertOwnPage(request);
      return await redirectOnError(request, reply, returnPath, async () => {
        const linksTo = isLinking ? linkingUser(request) : null;
        const { startGoogleFlow } = await import('./google-provider.ts');
        const { address, checks } = await startGoogleFlow(requireGoogle(config), redirect);
        const flow: SignInFlow = { checks, returnPath, linksTo, until: fromNow(lifetime).toISOString() };
        cookie.set(reply, JSON.stringify(flow), lifetime);
        return reply.redirect(address, 303);
      });
    },
  );

  app.get(
    callback,
    { config: { isOpen: true, signsIn: true, documentation: documentedSignIn.googleCallback } },
    async (request, reply) => {
      const flow = flowOf(cookie.read(request));
      cookie.clear(reply);
      return await redirectOnError(request, reply, flow?.returnPath ?? '/', async () => {
        const google = requireGoogle(config);
        if (!flow) throw new GoogleSignInFailure('expired');
        const { finishGoogleFlow } = await import('./google-provider.ts');
        // Use PUBLIC_URL, whatever host the request claims.
        const returned = new URL(`${callback}${new URL(request.url, config.publicUrl).search}`, config.publicUrl);
        const identity = await finishGoogleFlow(google, returned, flow.checks);
        if (flow.linksTo === null) return await signInWithGoogle(identity, flow.returnPath, { request, reply });
        if (linkingUser(request) === flow.linksTo) await linkGoogle(signedIn(request), identity);
        else throw new GoogleSignInFailure('expired');
        return reply.redirect(`${config.publicUrl}${flow.returnPath}`, 303);
      });
    },
  );

  async function signInWithGoogle(
    identity: GoogleIdentity,
    returnPath: string,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<FastifyReply> {
    const user = await userOfGoogle(identity, request, config);
    await startSession({ request, reply, config }, user, 'google');
    const target = (await needsPasskey(user, config)) ? '/settings' : returnPath;
    return reply.redirect(`${config.publicUrl}${target}`, 303);
  }

  /**
   * Redirects a browser back to its starting page if Google's rejection would otherwise leave it on a bare error
   * response.
   */
  async function redirectOnError(
    request: FastifyRequest,
    reply: FastifyReply,
    returnPath: string,
    work: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof GoogleSignInFailure && isAudited(error.signInError))
        await recordFailedSignIn(request, { way: 'google', reason: auditedErrors[error.signInError] });
      if (!(error instanceof GoogleSignInFailure) || !request.headers.accept?.includes('text/html')) throw error;
      const why = error.cause instanceof Error ? `, ${error.cause.message}` : '';
      request.log.warn(`Google sign-in failed: ${error.signInError}${why}`);
      const back = new URL(returnPath, config.publicUrl);
      back.searchParams.set('google', error.signInError);
      return reply.redirect(back.href, 303);
    }
  }
}

/**
 * CSRF check: throws REQUEST_DENIED unless the request comes from our own page, so that another site cannot add a
 * sign-in method.
 */
function assertOwnPage({ headers }: FastifyRequest): void {
  if (headers['sec-fetch-site'] === 'same-origin') return;
  throw new ApiError('REQUEST_DENIED', { reason: 'Sign-in methods can only be added in the portal settings' });
}

/** Returns the id of the user who links an account. Requires a recent sign-in. */
function linkingUser(request: FastifyRequest): string {
  const viewer = signedIn(request);
  assertInPerson(viewer);
  if (!isSignedInRecently(viewer)) throw new GoogleSignInFailure('stale');
  return viewer.user.id;
}

function requireGoogle({ google }: Pick<Config, 'google'>): GoogleConfig {
  if (google) return google;
  throw new ApiError('REQUEST_DENIED', { reason: 'Sign-in with Google is disabled' });
}

/** Parses the signed state cookie; null if missing, tampered with or expired. */
function flowOf(value: string | undefined): SignInFlow | null {
  const flow: unknown = value === undefined ? null : JSON.parse(value);
  return isFlow(flow) && flow.until > now().toISOString() ? flow : null;
}

/** The cookie is signed, so a partial check suffices. */
const isFlow = (value: unknown): value is SignInFlow => isRecord(value) && isRecord(value.checks);

/**
 * Returns the user that a Google account signs in (OpenID Connect, design 5). Looks up the Google subject first, then
 * the verified address: its owner, the only account created with it, or a new account if its guild allows joining.
 * Links the subject for the next time. Throws GoogleSignInError.
 */
async function userOfGoogle(identity: GoogleIdentity, from: RequestSource, config: Config): Promise<User> {
  return await transaction(async () => {
    const known = await storeOf('User').findOne(ofSubject(identity.subject));
    const user = known ? active(known) : await userOfAddress(identity.address);
    if (await requiresPasskey(user, config)) throw new GoogleSignInFailure('passkey');
    return known ? user : await linkSubject(user, identity, { user, from });
  });
}

/** Links a Google account to the signed-in user. Throws GoogleSignInError if it belongs to another user. */
async function linkGoogle(viewer: Viewer, identity: GoogleIdentity): Promise<void> {
  await transaction(async () => {
    const known = await storeOf('User').findOne(ofSubject(identity.subject));
    if (known && known.id !== viewer.user.id) throw new GoogleSignInFailure('taken');
    const current = await storeOf('User').findOne({ _id: viewer.user.id });
    if (!known && current) await linkSubject(active(current), identity, viewer);
  });
}

async function userOfAddress(address: string | null): Promise<User> {
  if (address === null) throw new GoogleSignInFailure('unverified');
  const owner = await ownerOfAddress(address);
  if (owner) return active(owner);
  const [candidate, ...others] = await usersOfAddress(address);
  if (others.length > 0) throw new GoogleSignInFailure('several');
  // Google has verified the address, so it needs no verification mail.
  if (candidate) return await markAddressVerified(candidate, address);
  const joined = await signUp(address);
  if (!joined) throw new GoogleSignInFailure('unknown');
  return joined;
}

async function linkSubject(
  before: User,
  { subject, address }: GoogleIdentity,
  by: Actor & { user: User },
): Promise<User> {
  const provider = newPart({ type: 'GOOGLE' as const, key: subject, ...(address === null ? {} : { label: address }) });
  const authProviders = [...before.authProviders, provider];
  const after = await storeOf('User').update({ _id: before.id, revision: before.revision }, { authProviders });
  if (!after) throw new GoogleSignInFailure('expired');
  await notifyOwner({ before, after, by });
  await recordAuditChange({ viewer: by, action: 'create', name: 'AuthProvider', before: null, after: provider });
  return after;
}

const ofSubject = (subject: string): Filter => ({ authProviders: { $elemMatch: { type: 'GOOGLE', key: subject } } });

function active(user: User): User {
  if (user.inactive) throw new GoogleSignInFailure('inactive');
  return user;
}

/** A failed Google sign-in. `signInError` is the key of the message that the sign-in page shows. */
export class GoogleSignInFailure extends ApiError {
  readonly signInError: GoogleSignInError;

  constructor(signInError: GoogleSignInError, cause?: unknown) {
    const { code, message } = googleSignInErrors[signInError];
    const needs = signInError === 'stale' ? { needs: 'RECENT_SIGN_IN' } : {};
    super(code, { reason: message, details: { google: signInError, ...needs }, cause });
    this.signInError = signInError;
  }
}
