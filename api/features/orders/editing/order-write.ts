import type { FastifyBaseLogger } from 'fastify';
import type { Order, OrderAction } from '#schemas/generated/types.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import type { Viewer } from '../../../engine/access/viewer.ts';
import type { StoreResponse } from '../../../engine/resource/records/calls.ts';

/** The form version to fill the order on: a number, or the published one. */
type TargetFormVersion = number | 'published';

/** An action on an order other than a save (spec 4, design 6). */
export interface OrderActionInput
  extends Pick<OrderAction, 'kind'>,
    Partial<Pick<OrderAction, 'notes' | 'reason' | 'moderator' | 'rejections' | 'path' | 'resolves'>> {
  /** Data and notes of a change of a COMPLETE order that a bypass is requested for. */
  changes?: Partial<Order>;
  /** Also approves the order. */
  approve?: boolean;
}

/** One write of an order, from any route: the input of `writeOrder`. */
export interface OrderWrite {
  viewer: Viewer;
  /** The stored order; for a new order the blank one (`blankOrder`). */
  current: Order;
  isNew?: boolean;
  /** The properties to write. */
  body: Partial<Order>;
  /** The revision that the caller has seen (If-Match), for optimistic locking. */
  revision?: number | undefined;
  /** The order action, if the write is not a save. */
  action?: OrderActionInput;
  log?: FastifyBaseLogger | undefined;
  /** Dry run: validate only. The data of a COMPLETE order are checked as a change. */
  isTrial?: boolean;
  /** The preview of a bulk job: a rejection is not counted for the dashboard. */
  isPreview?: boolean;
  /** The revision that the write restores. */
  restoredRevision?: number;
  /** The form version that the data were filled on; by default the order's own. */
  filledOn?: TargetFormVersion;
  /** The paths of all values that a migration to another form or version drops; the user has agreed to them. */
  agreedDrops?: readonly string[];
  /** The form version that an upgrade puts the order on. */
  upgradedTo?: number;
  /** What a copy has left out of the original. If set, the data are not user input. */
  leftOut?: Order['leftOut'];
  /** Runs in the transaction that stores the order, with the response. */
  storeResponse?: StoreResponse<Order> | undefined;
}

/** A write that field-level access and the state machine allow, with its transition. */
export interface AuthorisedWrite extends OrderWrite {
  rights: OrderRights;
  transition: Transition | undefined;
  /** One timestamp for all steps. */
  time: Date;
}
