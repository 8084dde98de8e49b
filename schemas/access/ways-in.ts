import type { AuthProvider } from '../generated/types.ts';

/** What a machine's key can be limited to. */
export type KeyResource = NonNullable<AuthProvider['resources']>[number];

/** How each is called to who makes a key. */
export const keyResources = {
  Order: 'Orders',
  Client: 'Clients',
  Product: 'Products',
  Channel: 'Channels',
  Form: 'Forms',
  File: 'Files',
  Report: 'Reports',
  ReportRow: 'Rows of reports',
  ProofOfWork: 'Proofs of work',
  Entity: 'Entities',
  User: 'Users',
  Guild: 'Guilds',
} as const satisfies Record<KeyResource, string>;

/** Whether a word names one of them. */
export const isKeyResource = (name: string): name is KeyResource => Object.hasOwn(keyResources, name);

/** What a key may do, to the person whose key it is. */
export function reachOfKey({ onlyReads = false, resources }: Pick<AuthProvider, 'onlyReads' | 'resources'>): string {
  const verb = onlyReads ? 'Reads' : 'Reads and changes';
  return `${verb} ${resources ? resources.map((each) => keyResources[each].toLowerCase()).join(', ') : 'whatever its user may'}`;
}

/** How each way of signing in is called. */
export const waysIn = {
  BASIC: 'User name and password',
  GOOGLE: 'Google',
  MAGIC: 'Link by e-mail',
  API_HMAC: 'Key of a machine',
} as const satisfies Record<AuthProvider['type'], string>;
