import { useQuery } from '@tanstack/react-query';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { choicesOf, type PopulatedOrder } from '../api/queries.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { EmbeddedPage } from '../look/EmbeddedPage.tsx';
import { RecordNotFound } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { OrderEditor, type OrderEditorProps } from './editing/OrderEditor.tsx';
import { HidesAccessButton } from './history/hidesAccessButton.ts';
import { useLoadedOrder } from './loading/orderQueries.ts';

export interface MountedOrderProps {
  id: string;
  /** The id of the signed-in person, and a function for their rights. */
  userId: string;
  rightsOf: (order: PopulatedOrder) => OrderRights;
  /** Renders the heading above the order. */
  head: (order: PopulatedOrder) => ElementSlot;
  /** Renders additional facts of the app: terms and descriptions of a list. */
  facts: (order: PopulatedOrder) => ElementSlot;
  /** Returns the address of a client's page. */
  clientAddress: (id: string) => string;
  /** Opens the app's new-client page with this name, for people who may create clients. */
  onMakeClient?: ((name: string) => void) | undefined;
  /** Called after the order changed. */
  onSaved: () => void;
  onTransition: (transition: Transition, order: PopulatedOrder) => void;
  onCopied?: ((place: string, channelId: string) => void) | undefined;
  onDelete: OrderEditorProps['onDelete'];
  onRisk: OrderEditorProps['onRisk'];
}

/** The order page for another app: with a query cache of its own, in that app's frame (design 1). */
export function MountedOrder(props: MountedOrderProps) {
  return (
    <EmbeddedPage>
      <HidesAccessButton value={true}>
        <OrderInFrame {...props} />
      </HidesAccessButton>
    </EmbeddedPage>
  );
}

function OrderInFrame({ id, head, facts, onSaved, ...props }: MountedOrderProps) {
  const order = useLoadedOrder(id);
  const channels = useQuery(choicesOf('channels'));
  const { loaded } = order;
  if (!loaded && order.error) return <RecordNotFound thing="order" error={order.error} onRetry={order.retry} />;
  if (!loaded || channels.isPending) return <Skeleton lines={8} />;
  const { channelId } = loaded.shown;
  return (
    <>
      {head(loaded.shown)}
      <OrderEditor
        {...props}
        {...loaded}
        isGone={order.isGone}
        facts={facts(loaded.shown)}
        // If the channel may not be read, the form's rules see only its id.
        channel={channels.data?.find((each) => each.id === channelId) ?? { id: channelId, name: '' }}
        load={order.load}
        onSaved={(saved) => {
          order.updateCache(saved);
          onSaved();
        }}
      />
    </>
  );
}
