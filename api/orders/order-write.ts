import type { FastifyBaseLogger } from 'fastify';
import type { Order, OrderAction } from '#schemas/generated/types.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import type { Viewer } from '../access/viewer.ts';
import type { Keep } from '../resource/records/calls.ts';

/** The version of its form that an order is filled on: this one, or the one that is published. */
export type FilledOn = number | 'published';

/** What somebody does with an order beside saving it (spec 4, design 6). */
export interface ActionBody
  extends Pick<OrderAction, 'kind'>,
    Partial<Pick<OrderAction, 'notes' | 'reason' | 'moderator' | 'rejections'>> {
  /** The data and notes of a change of a COMPLETE order, which a bypass is requested for. */
  changes?: Partial<Order>;
  /** Approves the order in the same decision. */
  approve?: boolean;
}

/** One write of an order, from whatever call it came: what `writeOrder` takes through its steps. */
export interface OrderWrite {
  viewer: Viewer;
  /** The order as it is stored; of a new one what it is before anything is said (`blankOrder`). */
  current: Order;
  isNew?: boolean;
  /** The properties that it writes. */
  body: Partial<Order>;
  /** The revision that the caller has seen. */
  revision?: number | undefined;
  /** The order action that makes it, where it is no save. */
  action?: ActionBody;
  log?: FastifyBaseLogger | undefined;
  /** It is checked only: the data of a COMPLETE order as those of its change. */
  isTrial?: boolean;
  /** The revision whose state the body brings back. */
  restored?: number;
  /** The version of the form that its data were filled on; else the one that the order is on. */
  filledOn?: FilledOn;
  /** The paths of all that another form, or another version of it, drops: the agreement to it. */
  drops?: readonly string[];
  /** The version of its form that the order is put on, where that is what the write is for. */
  upgraded?: number;
  /** What of the original a copy was made without: its data are nobody's input. */
  leftOut?: Order['leftOut'];
  /** Runs in the transaction that stores the order, and is told what is answered. */
  keep?: Keep<Order> | undefined;
}

/** A write that the table of fields and the state machine allow, with the transition that it makes. */
export interface AuthorisedWrite extends OrderWrite {
  rights: OrderRights;
  transition: Transition | undefined;
  /** What time it is for all steps. */
  time: Date;
}
