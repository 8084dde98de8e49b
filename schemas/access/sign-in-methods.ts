import type { AuthProvider } from '../generated/types.ts';

/** The resources that an API key can be limited to. */
export type KeyResource = NonNullable<AuthProvider['resources']>[number];

/** The label of each resource in the form for an API key. */
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

/** Whether a text is the name of such a resource. */
export const isKeyResource = (name: string): name is KeyResource => Object.hasOwn(keyResources, name);

/** Whether a sign-in method is an API key: a signing secret or a bearer token. */
export const isApiKey = (type: AuthProvider['type'] | undefined): boolean =>
  type === 'API_HMAC' || type === 'API_TOKEN';

/** Describes the permissions of an API key for its owner: read or write, and which resources. */
export function apiKeyPermissions({
  onlyReads = false,
  resources,
}: Pick<AuthProvider, 'onlyReads' | 'resources'>): string {
  const verb = onlyReads ? 'Reads' : 'Reads and changes';
  return `${verb} ${resources ? resources.map((each) => keyResources[each].toLowerCase()).join(', ') : 'whatever its user may'}`;
}

/** The label of each sign-in method. */
export const signInMethodLabels = {
  BASIC: 'Username and password',
  GOOGLE: 'Google',
  MAGIC: 'Link by e-mail',
  API_HMAC: 'API key',
  API_TOKEN: 'API token',
} as const satisfies Record<AuthProvider['type'], string>;
