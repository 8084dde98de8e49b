import type { Client, File, Order } from '../generated/types.ts';

/** The revenue of a client in one fiscal year, summed from report rows. */
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

/** The client overview: related data of a client, reduced to what the requester may read. */
export interface ClientOverview {
  id: Client['id'];
  orders: { status: Order['status']; count: number }[];
  /** Latest year first; rows without a year last. */
  revenue: YearOfRevenue[];
  /** Files of its latest orders, newest first. */
  files: ClientFile[];
}
