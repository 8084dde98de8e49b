import type { User } from '#schemas/generated/types.ts';
import { now } from '../clock/clock.ts';
import { asPart } from '../resource/records/parts.ts';

type Address = User['emailAddresses'][number];
type Provider = User['authProviders'][number];

/** The sign-in data of a user. */
export type Account = Pick<User, 'email' | 'emailAddresses' | 'verifiedAddresses' | 'authProviders'>;

/** Derives all sign-in data from the addresses, so that they stay consistent. Every write of addresses uses it. */
export function accountOf(emailAddresses: Address[], authProviders: Provider[]): Account {
  const primary = emailAddresses.find((each) => each.primary);
  if (!primary) throw new Error('A user has one primary address');
  const signInAddresses = new Set(waysIn({ emailAddresses }));
  const retained = authProviders.filter(({ type, key }) => type !== 'MAGIC' || signInAddresses.has(key));
  const isMissing = (address: string) => !retained.some(({ type, key }) => type === 'MAGIC' && key === address);
  return {
    email: primary.address,
    emailAddresses,
    verifiedAddresses: verified(emailAddresses),
    authProviders: [
      ...retained,
      ...[...signInAddresses].filter(isMissing).map((key) => asPart({ type: 'MAGIC' as const, key })),
    ],
  };
}

/**
 * The addresses that accept sign-in links: the verified ones, or the primary one of a user created by somebody else who
 * has never signed in (design 5).
 */
export function waysIn({ emailAddresses }: Pick<User, 'emailAddresses'>): string[] {
  const verifiedOnes = verified(emailAddresses);
  return verifiedOnes.length > 0
    ? verifiedOnes
    : emailAddresses.filter((each) => each.primary).map(({ address }) => address);
}

/** The account of a new user with a single address. */
export function newAccount(address: string, { isVerified }: { isVerified: boolean }): Account {
  const first = newAddress(address);
  return accountOf([isVerified ? asVerified(first) : first], []);
}

/** A new primary address, not yet verified. */
export function newAddress(address: string): Address {
  return asPart({ address, primary: true, verified: false, verifiedAt: null, verifySentAt: null });
}

/** The address after its owner has opened the verification link. */
export function asVerified(address: Address): Address {
  const at = now().toISOString();
  return { ...address, verified: true, verifiedAt: at, revision: address.revision + 1, updatedAt: at };
}

const verified = (addresses: Address[]) => addresses.filter((each) => each.verified).map(({ address }) => address);
