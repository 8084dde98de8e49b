import type { Client, Order } from '../generated/types.ts';

/** The result of a global search, each record with what one line shows. */
export interface SearchResults {
  clients: (Pick<Client, 'id' | 'name' | 'businessName'> & { city: string })[];
  /** `client` is the client's name; null if there is none or the requester may not read it. */
  orders: (Pick<Order, 'id' | 'refCode' | 'campaign' | 'status' | 'channelId'> & { client: string | null })[];
  /** A similar query that finds something, when the search finds nothing. */
  suggestion?: string;
}

/** Capitalizes the words of a suggestion if the question begins with a capital letter. Suggestions are lower case. */
export function withCaseOf(question: string, suggestion: string): string {
  const isCapitalized = /^\s*\p{Lu}/u.test(question);
  return isCapitalized ? suggestion.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()) : suggestion;
}
