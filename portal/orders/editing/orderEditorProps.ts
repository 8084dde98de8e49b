import type { Form } from '#schemas/generated/types.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import type { NamedRecord, PopulatedOrder } from '../../api/queries.ts';
import type { ElementSlot } from '../../forms/elementSlot.ts';
import type { Risk } from '../unsaved-changes/unsavedRisk.ts';

/** The props of the order page, from the surrounding app. */
export type OrderEditorProps = {
  /** The last order from the server. A newer one is taken over, or offered if there are unsaved changes. */
  shown: PopulatedOrder;
  /** The order is deleted, or this person can no longer read it. */
  isGone: boolean;
  form: Form;
  channel: NamedRecord;
  rightsOf: (order: PopulatedOrder) => OrderRights;
  /** The id of the signed-in person. */
  userId: string;
  /** Reloads the order. */
  load: () => Promise<PopulatedOrder>;
  onSaved: (order: PopulatedOrder) => void;
  /** Called after a transition, with the order before it. */
  onTransition: (transition: Transition, before: PopulatedOrder) => void;
  /** Deletes the draft as it is saved. The app navigates away and offers undo. */
  onDelete: (order: PopulatedOrder) => Promise<void> | void;
  onRisk: (risk: Risk) => void;
  /** Returns the address of a client's page. */
  clientAddress: (id: string) => string;
  /** Opens the app's new-client page with this name, for people who may create clients. */
  onMakeClient?: ((name: string) => void) | undefined;
  /** A client that was just created for this order; it is chosen if the order is editable. */
  newClientId?: string | null;
  /** Navigates to a copy of this order, by its path within the channel, for people who may create orders. */
  onCopied?: ((place: string, channelId: string) => void) | undefined;
  /** Additional facts of the app: terms and descriptions of a list. */
  facts?: ElementSlot;
};
