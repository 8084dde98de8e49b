import type { User } from '#schemas/generated/types.ts';
import { newPart } from '../../engine/resource/records/records.ts';
import { now } from '../../platform/clock/clock.ts';

type Address = User['emailAddresses'][number];
type Provider = User['authProviders'][number];

/** The sign-in data of a user. */
export type Account = Pick<User, 'email' | 'emailAddresses' | 'verifiedAddresses' | 'authProviders'>;

/** Derives all sign-in data from the addresses, so that they stay consistent. Every write of addresses uses it. */
export function deriveAccount(emailAddresses: Address[], authProviders: Provider[]): Account {
  const primary = emailAddresses.find((each) => each.primary);
  if (!primary) throw new Error('A user must have one primary address');
  const addresses = new Set(signInAddresses({ emailAddresses }));
  const retained = authProviders.filter(({ type, key }) => type !== 'MAGIC' || addresses.has(key));
  const isMissing = (address: string) => !retained.some(({ type, key }) => type === 'MAGIC' && key === address);
  return {
    email: primary.address,
    emailAddresses,
    verifiedAddresses: verified(emailAddresses),
    authProviders: [
      ...retained,
      ...[...addresses].filter(isMissing).map((key) => newPart({ type: 'MAGIC' as const, key })),
    ],
  };
}

/**
 * The addresses that accept sign-in links: the verified ones, or the primary one of a user created by somebody else who
 * has never signed in (design 5).
 */
export function signInAddresses({ emailAddresses }: Pick<User, 'emailAddresses'>): string[] {
  const verifiedOnes = verified(emailAddresses);
  return verifiedOnes.length > 0
    ? verifiedOnes
    : emailAddresses.filter((each) => each.primary).map(({ address }) => address);
}

/** The account of a new user with a single address. */
export function newAccount(address: string, { isVerified }: { isVerified: boolean }): Account {
  const first = newAddress(address);
  return deriveAccount([isVerified ? verifiedAddress(first) : first], []);
}

/** A new primary address, not yet verified. */
export function newAddress(address: string): Address {
  return newPart({ address, primary: true, verified: false, verifiedAt: null, verifySentAt: null });
}

/** The address after its owner has opened the verification link. */
export function verifiedAddress(address: Address): Address {
  const at = now().toISOString();
  return { ...address, verified: true, verifiedAt: at, revision: address.revision + 1, updatedAt: at };
}

const verified = (addresses: Address[]) => addresses.filter((each) => each.verified).map(({ address }) => address);
