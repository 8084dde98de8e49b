import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';

/** The names of a host, as the system has them; a test puts another in its place. */
export type Resolve = (host: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void;

const system: Resolve = (host, answer) => lookup(host, { all: true }, answer);

/** How this product goes out: which addresses it may connect to, and how names become addresses. */
export interface WayOut {
  mayConnect: (address: string) => boolean;
  /** The variable of the configuration that allows more. */
  allowedBy: string;
  resolve?: Resolve;
  /** Counts one request to a host, by its name and by each of its addresses. Throws SpentBudget. */
  spend?: (host: string) => void;
}

/** Why no further request was sent to a host. */
export class SpentBudget extends Error {}

/** The same way out with at most so many requests to one host, under whatever names it is reached. */
export function withBudget(way: WayOut, most: number): WayOut {
  const spent = new Map<string, number>();
  return {
    ...way,
    spend: (host) => {
      const count = (spent.get(host) ?? 0) + 1;
      if (count > most) throw new SpentBudget(`More than ${most} requests would go to ${host}`);
      spent.set(host, count);
    },
  };
}

/** Why nothing was connected to. */
export class InsideAddress extends Error {
  constructor(address: string, allowedBy: string) {
    super(`${address} is inside of our own network: ${allowedBy} does not name it`);
  }
}

/**
 * Opens the connections of undici. A name is looked up once, by who connects: what is held against the rules is what is
 * connected to, whatever the name means a moment later. Certificates count unless `trusts` says that they are looked at later.
 */
export function connector(way: WayOut, { timeout, trusts }: { timeout: number; trusts: boolean }) {
  const connect = buildConnector({ lookup: guarded(way), timeout, rejectUnauthorized: !trusts });
  const guardedConnect: buildConnector.connector = (options, answer) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // Whoever is given an address asks no name server.
    if (isIP(host) !== 0 && !way.mayConnect(host)) answer(new InsideAddress(host, way.allowedBy), null);
    else connect(options, answer);
  };
  return guardedConnect;
}

function guarded({ mayConnect, allowedBy, resolve = system, spend }: WayOut): LookupFunction {
  return (host, { all }, answer) =>
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? [];
      const bad = addresses?.find(({ address }) => !mayConnect(address));
      if (error || !first) answer(error ?? new Error(`${host} has no address`), '', 0);
      else if (bad) answer(new InsideAddress(bad.address, allowedBy), '', 0);
      else if (!isWithin(addresses, spend)) answer(new SpentBudget(`Too many requests would go to ${host}`), '', 0);
      else if (all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
}

/** Counts a request at each of the addresses that it may go to. False where one has had its share. */
function isWithin(addresses: LookupAddress[], spend: WayOut['spend']): boolean {
  try {
    for (const { address } of addresses) spend?.(address);
    return true;
  } catch (error) {
    if (error instanceof SpentBudget) return false;
    throw error;
  }
}
