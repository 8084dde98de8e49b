import type { User } from '#schemas/generated/types.ts';
import { now } from '../clock/clock.ts';
import { asPart } from '../resource/records/parts.ts';

type Address = User['emailAddresses'][number];
type Provider = User['authProviders'][number];

/** What of a user says how they come in. */
export type Account = Pick<User, 'email' | 'emailAddresses' | 'verifiedAddresses' | 'authProviders'>;

/** All that follows from the addresses of a user, so that it never disagrees: every write of them goes through here. */
export function accountOf(emailAddresses: Address[], authProviders: Provider[]): Account {
  const primary = emailAddresses.find((each) => each.primary);
  if (!primary) throw new Error('A user has one primary address');
  const ways = new Set(waysIn({ emailAddresses }));
  const kept = authProviders.filter(({ type, key }) => type !== 'MAGIC' || ways.has(key));
  const isMissing = (address: string) => !kept.some(({ type, key }) => type === 'MAGIC' && key === address);
  return {
    email: primary.address,
    emailAddresses,
    verifiedAddresses: verified(emailAddresses),
    authProviders: [...kept, ...[...ways].filter(isMissing).map((key) => asPart({ type: 'MAGIC' as const, key }))],
  };
}

/** The addresses whose links sign in: the verified ones; of a user who was made by somebody else and never came, the first (design 5). */
export function waysIn({ emailAddresses }: Pick<User, 'emailAddresses'>): string[] {
  const proved = verified(emailAddresses);
  return proved.length > 0 ? proved : emailAddresses.filter((each) => each.primary).map(({ address }) => address);
}

/** The account of a user who has this address and nothing else. */
export function newAccount(address: string, { isVerified }: { isVerified: boolean }): Account {
  const first = newAddress(address);
  return accountOf([isVerified ? asVerified(first) : first], []);
}

/** A primary address as it is when it was just added. */
export function newAddress(address: string): Address {
  return asPart({ address, primary: true, verified: false, verifiedAt: null, verifySentAt: null });
}

/** The address as it is once its owner has opened the link that was mailed there. */
export function asVerified(address: Address): Address {
  const at = now().toISOString();
  return { ...address, verified: true, verifiedAt: at, revision: address.revision + 1, updatedAt: at };
}

const verified = (addresses: Address[]) => addresses.filter((each) => each.verified).map(({ address }) => address);
