import type { Client, File, Order } from '../generated/types.ts';

/** What reports say that a client has brought in one fiscal year. */
export interface YearOfRevenue {
  year: number | null;
  rows: number;
  revenue: number;
  netRevenue: number;
}

/** A file of an order of a client. */
export interface ClientFile extends Pick<File, 'id' | 'name' | 'mimeType' | 'size' | 'createdAt'> {
  order: Pick<Order, 'id' | 'refCode' | 'channelId'>;
}

/** What there is of a client beside its own record, as far as one may read it. */
export interface ClientOverview {
  id: Client['id'];
  orders: { status: Order['status']; count: number }[];
  /** Latest year first; those that say no year last. */
  revenue: YearOfRevenue[];
  /** Those of its latest orders, the newest first. */
  files: ClientFile[];
}
