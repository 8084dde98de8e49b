import type { Form } from '#schemas/generated/types.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import type { Named, ShownOrder } from '../api/queries.ts';
import type { Elements } from '../forms/elements.ts';
import type { Risk } from './risk.ts';

/** What an order's page is told by the frame around it. */
export type OrderEditorProps = {
  /** The order as the server last said; a newer one is taken over, or offered where something is unsaved. */
  shown: ShownOrder;
  /** The server has no such order for the person any more. */
  isGone: boolean;
  form: Form;
  channel: Named;
  rightsOf: (order: ShownOrder) => OrderRights;
  /** The signed-in person. */
  userId: string;
  /** Reads the order anew. */
  load: () => Promise<ShownOrder>;
  onSaved: (order: ShownOrder) => void;
  /** A transition was made from the order as it was. */
  onDone: (transition: Transition, before: ShownOrder) => void;
  /** The draft is to go, as it is saved: the frame leads away from it, and offers the way back. */
  onDelete: (order: ShownOrder) => Promise<void> | void;
  onRisk: (risk: Risk) => void;
  /** Where the frame has a client. */
  clientAddress: (id: string) => string;
  /** Leads to where the frame has a new client of this name, for who may make one. */
  onMakeClient?: ((name: string) => void) | undefined;
  /** A client that was just made for this order: taken up where the order can take it. */
  newClientId?: string | null;
  /** Leads to what is made of this order, by its place in the channel, for who may make one. */
  onMade?: ((place: string, channelId: string) => void) | undefined;
  /** What else the frame tells of the order: terms and descriptions of a list. */
  facts?: Elements;
};
