import type { User } from '#schemas/generated/types.ts';
import type { Actor, RequestSource } from '../../engine/access/actor.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { newPart } from '../../engine/resource/records/records.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { signUp } from '../guilds/sign-up.ts';
import { ownerOfAddress, usersOfAddress } from '../users/by-address.ts';
import { notifyOwner } from '../users/security-notification.ts';
import type { GoogleIdentity } from './google-provider.ts';
import { GoogleSignInFailure } from './google-sign-in-error.ts';
import { markAddressVerified } from './magic-link.ts';

/**
 * Returns the user that a Google account signs in (OpenID Connect, design 5). Looks up the Google subject first, then
 * the verified address: its owner, the only account created with it, or a new account if its guild allows joining.
 * Links the subject for the next time. Throws GoogleSignInError.
 */
export async function userOfGoogle(identity: GoogleIdentity, from: RequestSource): Promise<User> {
  return await transaction(async () => {
    const known = await storeOf('User').findOne(ofSubject(identity.subject));
    if (known) return active(known);
    const user = await userOfAddress(identity.address);
    return await linkSubject(user, identity, { user, from });
  });
}

/** Links a Google account to the signed-in user. Throws GoogleSignInError if it belongs to another user. */
export async function linkGoogle(viewer: Viewer, identity: GoogleIdentity): Promise<void> {
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
