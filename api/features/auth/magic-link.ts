import mongoose from 'mongoose';
import type { SignInLink, User } from '#schemas/generated/types.ts';
import { assertInPerson } from '../../engine/access/actor.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { rateLimiter } from '../../platform/database/rate-limiter.ts';
import { ApiError, conflict } from '../../platform/errors/catalogue.ts';
import { deriveKey, hashSecret, hmacOf, isEqualSecret } from '../../platform/secrets/secrets.ts';
import { signUp } from '../guilds/sign-up.ts';
import { deriveAccount, signInAddresses, verifiedAddress } from '../users/account.ts';
import { ownerOfAddress } from '../users/by-address.ts';
import { passkeyRequired, requiresPasskey } from '../users/passkeys.ts';
import { notifyOwner } from '../users/security-notification.ts';
import { requireActive } from './sign-in.ts';

/** A magic link works for ten minutes (design 5); milliseconds. */
export const magicLinkLifetime = 10 * 60_000;

/**
 * A link with less remaining lifetime than this is not sent again, because mail takes a while to arrive and be read.
 * Milliseconds.
 */
const minRemaining = 60_000;

/** A link stores the newest browsers that requested it. */
const maxBrowsers = 5;

/** Token prefix by which the page behind a link recognizes its kind; secrets never contain a dot. */
const marks = { signIn: '', verifyAddress: 'verify.' } satisfies Record<SignInLink['kind'], string>;

interface LinkRequest {
  config: Pick<Config, 'publicUrl' | 'secretKeys'>;
  kind?: SignInLink['kind'];
  /** The user it is for; null for someone who will join a guild with it. */
  user: string | null;
  /** The address it is mailed to; using the link verifies the address. Null for a link printed by the command line. */
  address?: string | null;
  /** Hash of the browser that requested it. */
  browser?: string | null;
}

/** A sent link: its URL, the code that replaces it in the browser that requested it, and its remaining minutes. */
export interface MagicLink {
  url: string;
  code: string;
  minutes: number;
}

/**
 * Returns the magic link to send. Reuses the link sent to this address earlier while it is valid, so that nobody can
 * invalidate it by requesting more; otherwise creates one. A printed link is always new. Only a hash of the token is
 * stored; the token is derived from the link's id and expiry with a key from SECRET_KEY, so it can be recreated.
 */
export async function magicLinkFor(request: LinkRequest): Promise<MagicLink> {
  const { config, kind = 'signIn', user, address = null, browser = null } = request;
  const earlier = address === null ? null : await sentEarlier(request);
  const { id, expires } = earlier?.link ?? {
    id: new mongoose.Types.ObjectId().toHexString(),
    expires: fromNow(magicLinkLifetime).toISOString(),
  };
  const secretKey = earlier?.secretKey ?? config.secretKeys[0] ?? '';
  const token = tokenOf({ id, kind, expires }, secretKey);
  const browsers = browser === null ? [] : [browser];
  if (!earlier)
    await storeOf('SignInLink').insert({ id, hash: hashSecret(token), kind, user, address, browsers, expires });
  else if (browser !== null && !earlier.link.browsers.includes(browser)) {
    const added = { browsers: { $each: browsers, $slice: -maxBrowsers } };
    await storeOf('SignInLink').updateMany({ _id: id }, { $push: added });
  }
  const minutes = Math.round((Date.parse(expires) - now().getTime()) / 60_000);
  return { url: `${config.publicUrl}/magic#${token}`, code: codeOf({ id, expires }, secretKey), minutes };
}

/** Formats a link's lifetime for its mail. */
export const lifetimeText = (minutes: number): string =>
  minutes === 10 ? 'ten minutes' : minutes === 1 ? 'a minute' : `${minutes} minutes`;

/**
 * Finds a still valid link sent to the address, and the key that it was created with. A link of a key that is in neither
 * SECRET_KEY nor SECRET_KEY_OLD cannot be recreated and is ignored.
 */
async function sentEarlier({ config, kind = 'signIn', user, address }: LinkRequest) {
  const filter = { kind, user, address, expires: { $gt: fromNow(minRemaining) } };
  const [link] = await storeOf('SignInLink').find({ filter, sort: ['-expires'], limit: 1 });
  const secretKey = link && keyOfLink(link, config);
  return link && secretKey !== undefined ? { link, secretKey } : null;
}

/** The key that a link was created with. */
const keyOfLink = (
  link: Pick<SignInLink, 'id' | 'kind' | 'expires' | 'hash'>,
  { secretKeys }: LinkRequest['config'],
): string | undefined => secretKeys.find((key) => hashSecret(tokenOf(link, key)) === link.hash);

/** The secret token of a link (design 5). */
const tokenOf = ({ id, kind, expires }: Pick<SignInLink, 'id' | 'kind' | 'expires'>, secretKey: string) =>
  `${marks[kind]}${hmacOf(deriveKey('sign-in links', secretKey), `${id} ${expires}`)}`;

/** The 6-digit code of a link. It is derived like the token, so it is stored nowhere. */
function codeOf({ id, expires }: Pick<SignInLink, 'id' | 'expires'>, secretKey: string): string {
  const digest = Buffer.from(hmacOf(deriveKey('sign-in codes', secretKey), `${id} ${expires}`), 'base64url');
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** Wrong codes that one mail allows. */
const maxTries = 5;

/** Wrong codes of an account per day; links are not affected. */
const dailyCodes = rateLimiter({
  name: 'sign-in-code',
  points: 20,
  seconds: 86_400,
  reason: 'Too many wrong codes today',
});

/** Counts a code for an account. Returns false if it had too many today. */
async function mayTryCode(account: string): Promise<boolean> {
  try {
    await dailyCodes.count(account);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RATE_LIMITED') return false;
    throw error;
  }
}

/**
 * Returns the token of the link whose code this is, among those that this browser requested. Each link allows five wrong
 * codes, counted before the comparison, so that parallel attempts cannot exceed it; each account 20 a day. Throws
 * AUTHENTICATION_REQUIRED, for whatever reason: a limit of its own would reveal that an address is known.
 */
export async function tokenForCode(
  code: string,
  { browser, config }: { browser: string | null; config: LinkRequest['config'] },
): Promise<string> {
  const links =
    browser === null
      ? []
      : await storeOf('SignInLink').find({
          filter: { browsers: browser, kind: 'signIn', address: { $ne: null }, expires: { $gt: now() } },
          sort: ['-expires'],
          limit: maxBrowsers,
        });
  // Without a link, as for an unknown address, it takes equally long.
  const nobody = {
    id: new mongoose.Types.ObjectId().toHexString(),
    user: null,
    kind: 'signIn' as const,
    address: `browser ${browser}`,
    expires: '',
    hash: '',
  };
  for (const link of links.length > 0 ? links : [nobody]) {
    const attempt = { _id: link.id, wrongCodes: { $lt: maxTries } };
    const isLeft = (await storeOf('SignInLink').updateMany(attempt, { $inc: { wrongCodes: 1 } })) > 0;
    const account = link.user ?? link.address ?? '';
    const mayTry = await mayTryCode(account);
    const secretKey = keyOfLink(link, config) ?? config.secretKeys[0] ?? '';
    if (!isLeft || !mayTry || !isEqualSecret(code, codeOf(link, secretKey))) continue;
    await dailyCodes.revert(account);
    return tokenOf(link, secretKey);
  }
  throw new ApiError('AUTHENTICATION_REQUIRED', {
    reason:
      'This code is wrong, has expired or was requested in another browser. Open the link in the mail, or request a new one.',
  });
}

interface LinkUse {
  token: string;
  viewer: Viewer | null;
  config: Pick<Config, 'publicUrl' | 'requirePasskey'>;
  /**
   * For automatic use by the page: hash of the browser, or null if it never requested a link. Undefined when the user
   * pressed the button.
   */
  automaticIn?: string | null | undefined;
}

/**
 * Redeems a link: deletes it in the transaction of its effects and returns its user. Throws AUTHENTICATION_REQUIRED if
 * it was used, has expired, never existed or its address was removed since; RESOURCE_INOPERABLE for an inactive user;
 * RESOURCE_CONFLICT if another account has verified the address since. Throws REQUEST_DENIED, without redeeming it, if
 * it verifies an address of a user other than `viewer`, if a page uses it automatically in a browser that did not
 * request it, or if the user can sign in only with a passkey.
 */
export async function redeemMagicLink({
  token,
  viewer,
  config,
  automaticIn,
}: LinkUse): Promise<{ user: User; signsIn: boolean }> {
  return await transaction(async () => {
    const link = await storeOf('SignInLink').findOne({ hash: hashSecret(token), expires: { $gt: now() } });
    if (!link) throw spent();
    if (automaticIn !== undefined && !link.browsers.includes(automaticIn ?? '')) throw pressNeeded();
    const user = await redeemers[link.kind](link, viewer);
    // A printed link is the way back for somebody who has lost all passkeys.
    if (link.kind === 'signIn' && link.address !== null && (await requiresPasskey(user, config)))
      throw passkeyRequired(user);
    if (!(await storeOf('SignInLink').delete({ _id: link.id }))) throw spent();
    return { user, signsIn: link.kind === 'signIn' };
  });
}

const redeemers = {
  signIn: async (link) => {
    if (link.user === null) return await joinGuild(link);
    const user = requireActive(await storeOf('User').findOne({ _id: link.user }), link.user);
    if (link.address === null || user.verifiedAddresses.includes(link.address)) return user;
    if (!signInAddresses(user).includes(link.address)) throw spent();
    return await markAddressVerified(user, link.address);
  },
  verifyAddress: async (link, viewer) => {
    if (viewer) assertInPerson(viewer);
    if (!viewer || viewer.user.id !== link.user)
      throw new ApiError('REQUEST_DENIED', {
        reason:
          'This link verifies an e-mail address and does not sign you in. Open it in a browser where you are signed in to the account that added the address. Nothing was changed.',
      });
    const before = requireActive(await storeOf('User').findOne({ _id: link.user }), link.user);
    const isPending = before.emailAddresses.some(({ address, verified }) => address === link.address && !verified);
    if (!isPending || link.address === null) throw spent();
    const after = await markAddressVerified(before, link.address);
    await notifyOwner({ before, after, by: viewer });
    const addressOf = (user: User) => user.emailAddresses.find(({ address }) => address === link.address) ?? null;
    const [from, to] = [addressOf(before), addressOf(after)];
    await recordAuditChange({ viewer, action: 'update', name: 'EmailAddress', before: from, after: to });
    return after;
  },
} satisfies Record<SignInLink['kind'], (link: SignInLink, viewer: Viewer | null) => Promise<User>>;

/** Creates the account of someone who joins a guild by their address, unless an earlier link already did. */
async function joinGuild(link: SignInLink): Promise<User> {
  const address = link.address ?? '';
  const owner = await ownerOfAddress(address);
  if (owner) return requireActive(owner, link.user);
  const joined = await signUp(address);
  if (!joined) throw spent();
  return joined;
}

/**
 * Returns the user with this address verified. Throws RESOURCE_CONFLICT if another account has verified it meanwhile.
 */
export async function markAddressVerified(user: User, address: string): Promise<User> {
  const addresses = user.emailAddresses.map((each) => (each.address === address ? verifiedAddress(each) : each));
  const account = deriveAccount(addresses, user.authProviders);
  const changed = await storeOf('User')
    .update({ _id: user.id }, account)
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'RESOURCE_CONFLICT') throw error;
      throw conflict('EmailAddress', null, `${address} has been verified by another account in the meantime`);
    });
  if (!changed) throw spent();
  return changed;
}

const pressNeeded = () =>
  new ApiError('REQUEST_DENIED', {
    reason: 'This link was not requested in this browser. Press Sign in to use it here.',
    // The page recognizes the case by this code.
    details: { needs: 'PRESS' },
  });

const spent = () =>
  new ApiError('AUTHENTICATION_REQUIRED', {
    reason: 'This link has already been used, has expired or is incomplete. Request a new one.',
  });
