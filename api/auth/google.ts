import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GoogleRefusal } from '#schemas/access/google-refusals.ts';
import { longestPath, ownPath } from '#schemas/access/own-path.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { assertInPerson } from '../access/actor.ts';
import { isSignedInRecently } from '../access/fresh-sign-in.ts';
import { signedIn } from '../access/signed-in.ts';
import { recordFailedSignIn } from '../audit/sign-ins.ts';
import { fromNow, now } from '../clock/clock.ts';
import { ApiError } from '../errors/catalogue.ts';
import type { Config } from '../host/config/config.ts';
import type { GoogleConfig } from '../host/config/google.ts';
import { ownCookie } from './cookies.ts';
import { documented } from './documentation.ts';
import { linkGoogle, userOfGoogle } from './google-account.ts';
import type { Checks } from './google-provider.ts';
import { GoogleRefused } from './google-refused.ts';
import { startSession } from './session.ts';

const path = '/api/auth/google';
const callback = `${path}/callback`;
/** Milliseconds. */
const lifetime = 10 * 60_000;

interface Asked {
  /** Where to go on to; a path of ours. */
  wanted?: string;
  purpose?: 'signIn' | 'link';
}

/** One way to Google and back. */
interface Journey {
  checks: Checks;
  wanted: string;
  /** Whose ways in get one more; null to sign in. */
  linksTo: string | null;
  /** ISO. */
  until: string;
}

/** The refusals that the audit log tells of: Google has said who it is. */
const told: GoogleRefusal[] = ['unverified', 'unknown', 'several', 'inactive'];

const asked = {
  wanted: {
    type: 'string',
    maxLength: longestPath,
    description: 'Where to go on to afterwards: a path of the portal.',
  },
  purpose: { type: 'string', enum: ['signIn', 'link'], description: 'link: adds a way in to who is signed in.' },
};

/**
 * GET /api/auth/google and what it comes back to (spec 7, design 5), where AUTH_GOOGLE is on. What speaks OpenID Connect is
 * loaded when it is first needed. A browser that is refused comes back to the page where it can begin again, with the word
 * of the refusal; anybody else gets the error.
 */
export async function googleRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const redirect = `${config.publicUrl}${callback}`;
  // What the browser keeps between the two calls.
  const cookie = ownCookie('google-sign-in', config, { signed: true });

  app.get<{ Querystring: Asked }>(
    path,
    {
      schema: { querystring: { type: 'object', properties: asked, additionalProperties: false } },
      config: { isOpen: true, signsIn: true, documentation: { ...documented.google, query: asked } },
    },
    async (request, reply) => {
      const wanted = ownPath(request.query.wanted) ?? '/';
      const isLinking = request.query.purpose === 'link';
      if (isLinking) assertOwnPage(request);
      return await orBack(request, reply, wanted, async () => {
        const linksTo = isLinking ? linkingUser(request) : null;
        const { begin } = await import('./google-provider.ts');
        const { address, checks } = await begin(required(config), redirect);
        const journey: Journey = { checks, wanted, linksTo, until: fromNow(lifetime).toISOString() };
        cookie.set(reply, JSON.stringify(journey), lifetime);
        return reply.redirect(address, 303);
      });
    },
  );

  app.get(
    callback,
    { config: { isOpen: true, signsIn: true, documentation: documented.googleCallback } },
    async (request, reply) => {
      const journey = journeyOf(cookie.read(request));
      cookie.clear(reply);
      return await orBack(request, reply, journey?.wanted ?? '/', async () => {
        const google = required(config);
        if (!journey) throw new GoogleRefused('expired');
        const { finish } = await import('./google-provider.ts');
        // By our own name, whatever the request says it is.
        const returned = new URL(`${callback}${new URL(request.url, config.publicUrl).search}`, config.publicUrl);
        const identity = await finish(google, returned, journey.checks);
        if (journey.linksTo === null)
          await startSession({ request, reply, config }, await userOfGoogle(identity, request), 'google');
        else if (linkingUser(request) === journey.linksTo) await linkGoogle(signedIn(request), identity);
        else throw new GoogleRefused('expired');
        return reply.redirect(`${config.publicUrl}${journey.wanted}`, 303);
      });
    },
  );

  /** A page where a refusal of Google's would leave the person with a text of ours alone leads back to where they began. */
  async function orBack(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: string,
    work: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof GoogleRefused && told.includes(error.word))
        await recordFailedSignIn(request, {
          way: 'google',
          reason: error.word === 'inactive' ? 'inactive' : 'provider',
        });
      if (!(error instanceof GoogleRefused) || !request.headers.accept?.includes('text/html')) throw error;
      const why = error.cause instanceof Error ? `, ${error.cause.message}` : '';
      request.log.warn(`signing in with Google came to nothing: ${error.word}${why}`);
      const back = new URL(wanted, config.publicUrl);
      back.searchParams.set('google', error.word);
      return reply.redirect(back.href, 303);
    }
  }
}

/** Throws REQUEST_DENIED unless a page of ours asks: another site must not have somebody add a way in. */
function assertOwnPage({ headers }: FastifyRequest): void {
  if (headers['sec-fetch-site'] === 'same-origin') return;
  throw new ApiError('REQUEST_DENIED', { reason: 'A way to sign in is added from the Settings of the portal only' });
}

/** Who adds a way in, by a sign-in of a short while ago. */
function linkingUser(request: FastifyRequest): string {
  const viewer = signedIn(request);
  assertInPerson(viewer);
  if (!isSignedInRecently(viewer)) throw new GoogleRefused('stale');
  return viewer.user.id;
}

function required({ google }: Pick<Config, 'google'>): GoogleConfig {
  if (google) return google;
  throw new ApiError('REQUEST_DENIED', { reason: 'Signing in with Google is switched off' });
}

/** What our signed cookie says; null for none, one that was changed, and one that is too old. */
function journeyOf(value: string | undefined): Journey | null {
  const journey: unknown = value === undefined ? null : JSON.parse(value);
  return isJourney(journey) && journey.until > now().toISOString() ? journey : null;
}

/** We have signed it, so it is whole. */
const isJourney = (value: unknown): value is Journey => isRecord(value) && isRecord(value.checks);
