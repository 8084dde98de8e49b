import type { User } from '#schemas/generated/types.ts';
import type { Doer, Source } from '../access/actor.ts';
import type { Viewer } from '../access/viewer.ts';
import { recordChange } from '../audit/record-change.ts';
import { signUp } from '../guilds/sign-up.ts';
import { asPart } from '../resource/records/parts.ts';
import { type Filter, store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { ownerOfAddress, usersOfAddress } from '../users/by-address.ts';
import { tellOwner } from '../users/told-changes.ts';
import type { Identity } from './google-provider.ts';
import { GoogleRefused } from './google-refused.ts';
import { withVerified } from './link.ts';

/**
 * Whom a Google account signs in: who is remembered by its subject, else by its verified address who has verified that, too,
 * was made with it, or may join a guild by it; and from then on by its subject (design 5). Throws GoogleRefused.
 */
export async function userOfGoogle(identity: Identity, from: Source): Promise<User> {
  return await transaction(async () => {
    const known = await store('User').findOne(ofSubject(identity.subject));
    if (known) return active(known);
    const user = await userOfAddress(identity.address);
    return await remember(user, identity, { user, from });
  });
}

/** Adds a Google account to the ways in of who is signed in. Throws GoogleRefused for one that is somebody else's. */
export async function linkGoogle(viewer: Viewer, identity: Identity): Promise<void> {
  await transaction(async () => {
    const known = await store('User').findOne(ofSubject(identity.subject));
    if (known && known.id !== viewer.user.id) throw new GoogleRefused('taken');
    const current = await store('User').findOne({ _id: viewer.user.id });
    if (!known && current) await remember(active(current), identity, viewer);
  });
}

async function userOfAddress(address: string | null): Promise<User> {
  if (address === null) throw new GoogleRefused('unverified');
  const owner = await ownerOfAddress(address);
  if (owner) return active(owner);
  const [made, ...others] = await usersOfAddress(address);
  if (others.length > 0) throw new GoogleRefused('several');
  // Google has proved the address, as the link of a mail would have.
  if (made) return await withVerified(made, address);
  const joined = await signUp(address);
  if (!joined) throw new GoogleRefused('unknown');
  return joined;
}

async function remember(before: User, { subject, address }: Identity, by: Doer & { user: User }): Promise<User> {
  const provider = asPart({ type: 'GOOGLE' as const, key: subject, ...(address === null ? {} : { label: address }) });
  const authProviders = [...before.authProviders, provider];
  const after = await store('User').update({ _id: before.id, revision: before.revision }, { authProviders });
  if (!after) throw new GoogleRefused('expired');
  await tellOwner({ before, after, by });
  await recordChange({ viewer: by, action: 'create', name: 'AuthProvider', before: null, after: provider });
  return after;
}

const ofSubject = (subject: string): Filter => ({ authProviders: { $elemMatch: { type: 'GOOGLE', key: subject } } });

function active(user: User): User {
  if (user.inactive) throw new GoogleRefused('inactive');
  return user;
}
