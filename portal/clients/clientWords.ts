import type { Client } from '#schemas/generated/types.ts';

/** Where a business is, in one line. */
export function addressOf({ businessAddress: { street, city, state, zip } }: Pick<Client, 'businessAddress'>): string {
  return `${street}, ${city}, ${state} ${zip}`;
}

/** Where a browser finds its web site; undefined for what is no address, since people write 'none yet' as well. */
export function siteOf({ website }: Pick<Client, 'website'>): string | undefined {
  const address = /^https?:\/\//i.test(website) ? website : `https://${website}`;
  return URL.canParse(address) && /^https?:\/\/[^\s/]+\.[^\s/]+/i.test(address) ? address : undefined;
}
