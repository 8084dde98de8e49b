import type { Client } from '#schemas/generated/types.ts';

/** Formats the address of a business in one line. */
export function addressOf({ businessAddress: { street, city, state, zip } }: Pick<Client, 'businessAddress'>): string {
  return `${street}, ${city}, ${state} ${zip}`;
}

/** Returns the URL of a client's website, or undefined if the text is no address: people also type 'none yet' there. */
export function websiteUrl({ website }: Pick<Client, 'website'>): string | undefined {
  const address = /^https?:\/\//i.test(website) ? website : `https://${website}`;
  return URL.canParse(address) && /^https?:\/\/[^\s/]+\.[^\s/]+/i.test(address) ? address : undefined;
}
