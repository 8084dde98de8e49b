import type { SignInLink, User } from '#schemas/generated/types.ts';
import { assertInPerson } from '../access/actor.ts';
import type { Viewer } from '../access/viewer.ts';
import { recordChange } from '../audit/record-change.ts';
import { fromNow, now } from '../clock/clock.ts';
import { ApiError, conflict } from '../errors/catalogue.ts';
import { signUp } from '../guilds/sign-up.ts';
import type { Config } from '../host/config/config.ts';
import { hashOf, newSecret } from '../secrets/secrets.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { accountOf, asVerified, waysIn } from '../users/account.ts';
import { ownerOfAddress } from '../users/by-address.ts';
import { tellOwner } from '../users/told-changes.ts';
import { active } from './enter.ts';

/** A link works for ten minutes (design 5); milliseconds. */
export const linkLifetime = 10 * 60_000;

/** So many links of an address are valid, the newest: whoever asks for more voids older ones of the same address only. */
const mostValid = 3;

/** The page behind a link tells by it which kind the link is: no secret holds a dot. */
const marks = { signIn: '', verifyAddress: 'verify.' } satisfies Record<SignInLink['kind'], string>;

interface LinkRequest {
  config: Pick<Config, 'publicUrl'>;
  kind?: SignInLink['kind'];
  /** Whom it is for; null for who will join a guild by it. */
  user: string | null;
  /** Where it is mailed to: using it proves the address. Null for a link that is printed. */
  address?: string | null;
}

/** Makes a link. Answers its address; only a hash is stored. */
export async function createLink({ config, kind = 'signIn', user, address = null }: LinkRequest): Promise<string> {
  const token = `${marks[kind]}${newSecret()}`;
  const links = store('SignInLink');
  await transaction(async () => {
    await links.insert({ hash: hashOf(token), kind, user, address, expires: fromNow(linkLifetime).toISOString() });
    const valid = await links.find({ filter: { kind, user, address }, sort: ['-expires'], limit: mostValid });
    await links.deleteMany({ kind, user, address, _id: { $nin: valid.map((each) => each.id) } });
  });
  return `${config.publicUrl}/magic#${token}`;
}

/**
 * Uses a link up, by one removal in the transaction of what follows from it, and answers whose it was. Throws
 * AUTHENTICATION_REQUIRED for a link that was used, has expired, never was one or was mailed to an address that was removed
 * since, RESOURCE_INOPERABLE for an inactive user, RESOURCE_CONFLICT for an address that somebody else has verified since,
 * REQUEST_DENIED for one that verifies an address of another than `viewer`: that one stays.
 */
export async function useLink(token: string, viewer: Viewer | null): Promise<{ user: User; signsIn: boolean }> {
  return await transaction(async () => {
    const link = await store('SignInLink').findOne({ hash: hashOf(token), expires: { $gt: now() } });
    if (!link) throw spent();
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

const spent = () =>
  new ApiError('AUTHENTICATION_REQUIRED', {
    reason: 'This link was used already, has expired or is not complete. Ask for a new one.',
  });
