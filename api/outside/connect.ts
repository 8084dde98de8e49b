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

function guarded({ mayConnect, allowedBy, resolve = system }: WayOut): LookupFunction {
  return (host, { all }, answer) =>
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? [];
      const bad = addresses?.find(({ address }) => !mayConnect(address));
      if (error || !first) answer(error ?? new Error(`${host} has no address`), '', 0);
      else if (bad) answer(new InsideAddress(bad.address, allowedBy), '', 0);
      else if (all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
}
