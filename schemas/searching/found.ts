import type { Client, Order } from '../generated/types.ts';

/** What a few words find, each as it is told in one line. */
export interface Found {
  clients: (Pick<Client, 'id' | 'name' | 'businessName'> & { city: string })[];
  /** The client by its name; null where there is none, or one may not read it. */
  orders: (Pick<Order, 'id' | 'refCode' | 'campaign' | 'status' | 'channelId'> & { client: string | null })[];
}
