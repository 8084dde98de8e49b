import { mayChangeSignInMethods } from '#schemas/access/account-rights.ts';
import type { EmailAddress } from '#schemas/generated/types.ts';
import { assertInPerson } from '../../engine/access/actor.ts';
import { assertFreshSignIn } from '../../engine/access/signed-in.ts';
import { hasRole } from '../../engine/access/viewer.ts';
import type { PartDeclaration, PartWrite } from '../../engine/resource/records/records.ts';
import { ApiError, invalidRequest, missingPermission, uniqueConflict } from '../../platform/errors/catalogue.ts';
import { deriveAccount } from './account.ts';

/** Maximum number of unverified addresses per user. */
const maxUnverified = 5;

/**
 * Hooks of e-mail addresses: exactly one is primary and equals the user's `email`. An unverified address neither signs
 * in nor prevents other users from adding it (design 5).
 */
export const emailAddresses: PartDeclaration<'EmailAddress'> = {
  assertMay: (write) => assertMayEditAccount('EmailAddress', write),
  async beforeWrite(write) {
    await rules[write.action](write);
    assertFreshSignIn(write.viewer);
    const { address } = write.changes;
    return address === undefined ? write.changes : { ...write.changes, address: address.toLowerCase() };
  },
  adjustList({ parts, part, parent }) {
    const primary = part.primary ? part : parts.find((each) => each.primary);
    const addresses = parts.map((each) => ({ ...each, primary: each.id === primary?.id }));
    return { parts: addresses, parent: deriveAccount(addresses, parent.authProviders) };
  },
};

type Write = PartWrite<'EmailAddress'>;

const rules = {
  create: async ({ viewer, parent, changes }) => {
    // The unique index does not cover two addresses of the same user.
    const known = parent.emailAddresses.find(({ address }) => address === changes.address?.toLowerCase());
    if (known)
      throw uniqueConflict('EmailAddress', {
        path: '/address',
        value: known.address,
        message: `${known.address} is already an address of the user`,
      });
    if (parent.emailAddresses.filter(({ verified }) => !verified).length >= maxUnverified)
      throw new ApiError('REQUEST_DENIED', {
        reason: `There are already ${maxUnverified} unverified addresses: verify or remove one first`,
      });
    if (changes.primary) assertVerified({ verified: false }, viewer);
  },
  update: async ({ viewer, current, changes }) => {
    if (changes.address !== undefined && changes.address !== current?.address)
      throw invalidRequest('body', [{ path: '/address', message: 'Cannot be changed: add another address' }]);
    if (changes.primary === false && current?.primary)
      throw invalidRequest('body', [{ path: '/primary', message: 'Make another address the primary one' }]);
    if (changes.primary && current) assertVerified(current, viewer);
  },
  delete: async ({ current }) => {
    if (current?.primary)
      throw new ApiError('REQUEST_DENIED', {
        reason: 'The primary address cannot be removed: make another one primary',
      });
  },
} satisfies Record<Write['action'], (write: Write) => Promise<void>>;

/** Mail to the primary address gives access to the account, so it must be verified, or set by an ADMIN. */
function assertVerified({ verified }: Pick<EmailAddress, 'verified'>, viewer: Write['viewer']): void {
  if (verified || hasRole(viewer, 'ADMIN')) return;
  throw new ApiError('REQUEST_DENIED', { reason: 'Only a verified address can be the primary one' });
}

/**
 * Throws MISSING_PERMISSION unless it is the viewer's own account or the viewer is an ADMIN (design 4), and
 * REQUEST_DENIED during impersonation.
 */
export function assertMayEditAccount<Name extends 'EmailAddress' | 'AuthProvider'>(
  name: Name,
  { viewer, action, parent, current }: Pick<PartWrite<Name>, 'viewer' | 'action' | 'parent' | 'current'>,
): void {
  if (!mayChangeSignInMethods(viewer.user, parent)) throw missingPermission(action, name, current?.id ?? null);
  assertInPerson(viewer);
}
