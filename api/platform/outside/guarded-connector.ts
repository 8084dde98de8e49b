import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';

/** DNS resolver. Tests replace it. */
export type ResolveHost = (host: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void;

const systemResolver: ResolveHost = (host, answer) => lookup(host, { all: true }, answer);

/** Rules for outgoing connections (SSRF protection): the allowed addresses and the resolver. */
export interface OutboundPolicy {
  mayConnect: (address: string) => boolean;
  /** The configuration variable that allows more addresses. */
  allowedBy: string;
  resolve?: ResolveHost;
  /** Counts a request against the budget of a host name or address. Throws RequestBudgetError. */
  spend?: (host: string) => void;
}

/** Thrown when the request budget of a host is exhausted. */
export class RequestBudgetError extends Error {}

/** The same rules with a limit on requests per host name and per address. */
export function withBudget(policy: OutboundPolicy, maxRequests: number): OutboundPolicy {
  const counts = new Map<string, number>();
  return {
    ...policy,
    spend: (host) => {
      const count = (counts.get(host) ?? 0) + 1;
      if (count > maxRequests) throw new RequestBudgetError(`More than ${maxRequests} concurrent requests to ${host}`);
      counts.set(host, count);
    },
  };
}

/** Thrown when a host is or resolves to an address inside our network. */
export class ForbiddenAddressError extends Error {
  constructor(address: string, allowedBy: string) {
    super(`${address} is a private address that ${allowedBy} does not allow`);
  }
}

/**
 * Connector for undici that checks addresses at connect time. The name is resolved once, and the checked address is the
 * one connected to, which prevents DNS rebinding. With `trusts`, invalid certificates are accepted, and the caller
 * reports them.
 */
export async function guardedConnector(
  policy: OutboundPolicy,
  { timeout, trusts }: { timeout: number; trusts: boolean },
): Promise<buildConnector.connector> {
  const { buildConnector } = await import('undici');
  const connect = buildConnector({ lookup: guardedLookup(policy), timeout, rejectUnauthorized: !trusts });
  const guardedConnect: buildConnector.connector = (options, answer) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // An IP literal never reaches the resolver, so check it here.
    if (isIP(host) !== 0 && !policy.mayConnect(host)) answer(new ForbiddenAddressError(host, policy.allowedBy), null);
    else connect(options, answer);
  };
  return guardedConnect;
}

function guardedLookup({ mayConnect, allowedBy, resolve = systemResolver, spend }: OutboundPolicy): LookupFunction {
  return (host, { all }, answer) =>
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? [];
      const forbidden = addresses?.find(({ address }) => !mayConnect(address));
      if (error || !first) answer(error ?? new Error(`${host} has no address`), '', 0);
      else if (forbidden) answer(new ForbiddenAddressError(forbidden.address, allowedBy), '', 0);
      else if (!isWithin(addresses, spend))
        answer(new RequestBudgetError(`Too many concurrent requests to ${host}`), '', 0);
      else if (all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
}

/** Counts a request against the budget of each address. Returns false when one is exhausted. */
function isWithin(addresses: LookupAddress[], spend: OutboundPolicy['spend']): boolean {
  try {
    for (const { address } of addresses) spend?.(address);
    return true;
  } catch (error) {
    if (error instanceof RequestBudgetError) return false;
    throw error;
  }
}
