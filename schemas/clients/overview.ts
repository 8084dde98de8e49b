import type { Client, File, Order } from '../generated/types.ts';
import { baseProperties, type Field, type Resource } from '../resource/resource.ts';

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

/** What a merge of a client into another one would move: response of GET /api/clients/{id}/merge. */
export interface ClientMergePreview {
  /** Records that move, by the title of their resource. */
  moves: { type: string; count: number }[];
  /** The files of the orders that move. */
  files: number;
}

/** Body of POST /api/clients/{id}/merge. The revision of the remaining client is sent as If-Match. */
export interface ClientMergeRequest {
  /** The client that is merged into the other one and then deleted. */
  other: string;
  otherRevision: number;
  /** The properties whose values are those of the other client; `treeScope` stands for its place in the tree. */
  take: string[];
}

/** The properties of a client whose values a merge chooses from both. */
export const mergedProperties = ({ fields }: Resource): Field[] =>
  fields.filter(
    ({ name, property }) => name === 'treeScope' || (!property.readOnly && !Object.hasOwn(baseProperties, name)),
  );
