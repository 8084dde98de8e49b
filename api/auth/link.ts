import mongoose from 'mongoose';
import type { SignInLink, User } from '#schemas/generated/types.ts';
import { assertInPerson } from '../access/actor.ts';
import type { Viewer } from '../access/viewer.ts';
import { recordChange } from '../audit/record-change.ts';
import { fromNow, now } from '../clock/clock.ts';
import { ApiError, conflict } from '../errors/catalogue.ts';
import { signUp } from '../guilds/sign-up.ts';
import type { Config } from '../host/config/config.ts';
import { hashOf, keyFor, signedText } from '../secrets/secrets.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { accountOf, asVerified, waysIn } from '../users/account.ts';
import { ownerOfAddress } from '../users/by-address.ts';
import { tellOwner } from '../users/told-changes.ts';
import { active } from './enter.ts';

/** A link works for ten minutes (design 5); milliseconds. */
export const linkLifetime = 10 * 60_000;

/** A link that is valid for less than this is not sent again: a mail takes a while to arrive, and to be read. Milliseconds. */
const shortestRest = 60_000;

/** A link remembers the newest browsers that requested it. */
const mostBrowsers = 5;

/** The page behind a link tells by it which kind the link is: no secret holds a dot. */
const marks = { signIn: '', verifyAddress: 'verify.' } satisfies Record<SignInLink['kind'], string>;

interface LinkRequest {
  config: Pick<Config, 'publicUrl' | 'secretKey'>;
  kind?: SignInLink['kind'];
  /** Whom it is for; null for who will join a guild by it. */
  user: string | null;
  /** Where it is mailed to: using it proves the address. Null for a link that is printed. */
  address?: string | null;
  /** Hash of the browser that requested it. */
  browser?: string | null;
}

/** A link as it is sent: its address, and for how many minutes it works. */
export interface SentLink {
  url: string;
  minutes: number;
}

/**
 * The link to send: the one that was sent to this address before while that is valid, so that nobody voids it by requests, else
 * a new one. A printed one is always new. Of the token only a hash is stored: it follows from the link's id and expiry by a key
 * made of SECRET_KEY, and so can be made again.
 */
export async function linkFor(request: LinkRequest): Promise<SentLink> {
  const { config, kind = 'signIn', user, address = null, browser = null } = request;
  const earlier = address === null ? null : await sentEarlier(request);
  const { id, expires } = earlier ?? {
    id: new mongoose.Types.ObjectId().toHexString(),
    expires: fromNow(linkLifetime).toISOString(),
  };
  const token = tokenOf({ id, kind, expires }, config);
  const browsers = browser === null ? [] : [browser];
  if (!earlier) await store('SignInLink').insert({ id, hash: hashOf(token), kind, user, address, browsers, expires });
  else if (browser !== null && !earlier.browsers.includes(browser)) {
    const added = { browsers: { $each: browsers, $slice: -mostBrowsers } };
    await store('SignInLink').updateMany({ _id: id }, { $push: added });
  }
  const minutes = Math.round((Date.parse(expires) - now().getTime()) / 60_000);
  return { url: `${config.publicUrl}/magic#${token}`, minutes };
}

/** For how long a link works, for its mail. */
export const inWords = (minutes: number): string =>
  minutes === 10 ? 'ten minutes' : minutes === 1 ? 'a minute' : `${minutes} minutes`;

/** A link that was sent to the address and is valid for a while yet. One that was made under another SECRET_KEY can not be made again. */
async function sentEarlier({ config, kind = 'signIn', user, address }: LinkRequest): Promise<SignInLink | null> {
  const filter = { kind, user, address, expires: { $gt: fromNow(shortestRest) } };
  const [link] = await store('SignInLink').find({ filter, sort: ['-expires'], limit: 1 });
  return link && hashOf(tokenOf(link, config)) === link.hash ? link : null;
}

/** The secret of a link (design 5). */
const tokenOf = ({ id, kind, expires }: Pick<SignInLink, 'id' | 'kind' | 'expires'>, config: LinkRequest['config']) =>
  `${marks[kind]}${signedText(keyFor('sign-in links', config.secretKey), `${id} ${expires}`)}`;

interface LinkUse {
  token: string;
  viewer: Viewer | null;
  /** Where a page uses it without a press: the hash of the browser, null for one that never requested a link. */
  automaticIn?: string | null | undefined;
}

/**
 * Uses a link up, by one removal in the transaction of what follows from it, and answers whose it was. Throws
 * AUTHENTICATION_REQUIRED for a link that was used, has expired, never was one or was mailed to an address that was removed
 * since, RESOURCE_INOPERABLE for an inactive user, RESOURCE_CONFLICT for an address that somebody else has verified since,
 * REQUEST_DENIED for one that verifies an address of another than `viewer`, and for one that a page uses by itself in a browser that
 * did not request it: these stay.
 */
export async function useLink({ token, viewer, automaticIn }: LinkUse): Promise<{ user: User; signsIn: boolean }> {
  return await transaction(async () => {
    const link = await store('SignInLink').findOne({ hash: hashOf(token), expires: { $gt: now() } });
    if (!link) throw spent();
    if (automaticIn !== undefined && !link.browsers.includes(automaticIn ?? '')) throw pressNeeded();
    const user = await uses[link.kind](link, viewer);
    if (!(await store('SignInLink').delete({ _id: link.id }))) throw spent();
    return { user, signsIn: link.kind === 'signIn' };
  });
}

const uses = {
  signIn: async (link) => {
    if (link.user === null) return await joining(link);
    const user = active(await store('User').findOne({ _id: link.user }), link.user);
    if (link.address === null || user.verifiedAddresses.includes(link.address)) return user;
    if (!waysIn(user).includes(link.address)) throw spent();
    return await withVerified(user, link.address);
  },
  verifyAddress: async (link, viewer) => {
    if (viewer) assertInPerson(viewer);
    if (!viewer || viewer.user.id !== link.user)
      throw new ApiError('REQUEST_DENIED', {
        reason:
          'This link verifies an e-mail address, and signs nobody in: open it where you are signed in to the account that has added the address. Nothing was changed.',
      });
    const before = active(await store('User').findOne({ _id: link.user }), link.user);
    const isPending = before.emailAddresses.some(({ address, verified }) => address === link.address && !verified);
    if (!isPending || link.address === null) throw spent();
    const after = await withVerified(before, link.address);
    await tellOwner({ before, after, by: viewer });
    const addressOf = (user: User) => user.emailAddresses.find(({ address }) => address === link.address) ?? null;
    const [from, to] = [addressOf(before), addressOf(after)];
    await recordChange({ viewer, action: 'update', name: 'EmailAddress', before: from, after: to });
    return after;
  },
} satisfies Record<SignInLink['kind'], (link: SignInLink, viewer: Viewer | null) => Promise<User>>;

/** Who joins a guild by their address: made now, unless an earlier link has. */
async function joining(link: SignInLink): Promise<User> {
  const address = link.address ?? '';
  const owner = await ownerOfAddress(address);
  if (owner) return active(owner, link.user);
  const joined = await signUp(address);
  if (!joined) throw spent();
  return joined;
}

/** The user with this address verified. Throws RESOURCE_CONFLICT when somebody else has verified it meanwhile. */
export async function withVerified(user: User, address: string): Promise<User> {
  const addresses = user.emailAddresses.map((each) => (each.address === address ? asVerified(each) : each));
  const account = accountOf(addresses, user.authProviders);
  const changed = await store('User')
    .update({ _id: user.id }, account)
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'RESOURCE_CONFLICT') throw error;
      throw conflict(
        'EmailAddress',
        null,
        `${address} was verified by another account meanwhile: it can not be this one's too`,
      );
    });
  if (!changed) throw spent();
  return changed;
}

const pressNeeded = () =>
  new ApiError('REQUEST_DENIED', {
    reason: 'This link was not requested in this browser: press Sign in to use it here',
    // What the page knows it by.
    details: { needs: 'PRESS' },
  });

const spent = () =>
  new ApiError('AUTHENTICATION_REQUIRED', {
    reason: 'This link was used already, has expired or is not complete. Ask for a new one.',
  });
