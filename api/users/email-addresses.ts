import type { EmailAddress } from '#schemas/generated/types.ts';
import { hasRole } from '../access/viewer.ts';
import { ApiError, conflict, invalidRequest } from '../errors/catalogue.ts';
import type { PartDeclaration, PartWrite } from '../resource/parts.ts';
import { assertMayTouch } from './rank.ts';
import { assertSignedInRecently } from './recent-sign-in.ts';
import { newProvider } from './users.ts';

/**
 * E-mail addresses: exactly one is primary and is the user's `email`, each is a way to sign in, and a new one is
 * verified by its first link.
 */
export const emailAddresses: PartDeclaration<'EmailAddress'> = {
  async beforeWrite(write) {
    assertMayTouch('EmailAddress', write);
    await rules[write.action](write);
    const { address } = write.changes;
    return address === undefined ? write.changes : { ...write.changes, address: address.toLowerCase() };
  },
  settle({ parts, written, parent }) {
    const primary = written.primary ? written : parts.find((each) => each.primary);
    const addresses = parts.map((each) => ({ ...each, primary: each.id === primary?.id }));
    const known = new Set(addresses.map(({ address }) => address));
    const others = parent.authProviders.filter(({ type, key }) => type !== 'MAGIC' || known.has(key));
    const isMissing = (address: string) => !others.some(({ type, key }) => type === 'MAGIC' && key === address);
    const authProviders = [...others, ...[...known].filter(isMissing).map(newProvider)];
    return { parts: addresses, parent: { authProviders, ...(primary ? { email: primary.address } : {}) } };
  },
};

type Write = PartWrite<'EmailAddress'>;

const rules = {
  create: async ({ viewer, parent, changes }) => {
    if (parent.id === viewer.user.id) assertSignedInRecently(viewer);
    // The unique index tells two users apart, not two addresses of one.
    if (parent.emailAddresses.some(({ address }) => address === changes.address?.toLowerCase()))
      throw conflict('EmailAddress', null, 'The user has this address already');
    if (changes.primary) assertVerified({ verified: false }, viewer);
  },
  update: async ({ viewer, current, changes }) => {
    if (changes.address !== undefined && changes.address !== current?.address)
      throw invalidRequest('body', [{ path: '/address', message: 'Can not be changed: add another address' }]);
    if (changes.primary === false && current?.primary)
      throw invalidRequest('body', [{ path: '/primary', message: 'Make another address the primary one' }]);
    if (changes.primary && current) assertVerified(current, viewer);
  },
  delete: async ({ current }) => {
    if (current?.primary)
      throw new ApiError('REQUEST_DENIED', {
        reason: 'The primary address can not be removed: make another one primary',
      });
  },
} satisfies Record<Write['action'], (write: Write) => Promise<void>>;

/** Mail to the primary address is the way into the account: it must have been proved, or an ADMIN says so. */
function assertVerified({ verified }: Pick<EmailAddress, 'verified'>, viewer: Write['viewer']): void {
  if (verified || hasRole(viewer, 'ADMIN')) return;
  throw new ApiError('REQUEST_DENIED', { reason: 'Only a verified address can be the primary one' });
}
