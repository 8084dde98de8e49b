import type { Order } from '#schemas/generated/types.ts';

/** What would refuse an order now (design 6). */
export interface Problem {
  path: string;
  value?: unknown;
  message: string;
}

/** An order as the API answers one: with its problems while it is DRAFT or PENDING. */
export interface OrderRecord extends Order {
  problems?: Problem[];
}
