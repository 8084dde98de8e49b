import type { Client, Order } from '../generated/types.ts';

/** The result of a global search, each record with what one line shows. */
export interface SearchResults {
  clients: (Pick<Client, 'id' | 'name' | 'businessName'> & { city: string })[];
  /** `client` is the client's name; null if there is none or the requester may not read it. */
  orders: (Pick<Order, 'id' | 'refCode' | 'campaign' | 'status' | 'channelId'> & { client: string | null })[];
}
