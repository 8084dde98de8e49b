import { useQuery } from '@tanstack/react-query';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { choicesOf, type ShownOrder } from '../api/queries.ts';
import type { Elements } from '../forms/elements.ts';
import { MissingRecord } from '../look/MissingRecord.tsx';
import { Mounted } from '../look/Mounted.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import { OrderEditor } from './OrderEditor.tsx';
import type { OrderEditorProps } from './orderEditorProps.ts';
import { RightsTold } from './rightsTold.ts';
import { useLoadedOrder } from './useLoadedOrder.ts';

export interface MountedOrderProps {
  id: string;
  /** The signed-in person, and what they may do with an order. */
  userId: string;
  rightsOf: (order: ShownOrder) => OrderRights;
  /** What stands above the order. */
  head: (order: ShownOrder) => Elements;
  /** What else the frame tells of the order: terms and descriptions of a list. */
  facts: (order: ShownOrder) => Elements;
  /** Where the frame has a client. */
  clientAddress: (id: string) => string;
  /** Leads to where the frame has a new client of this name, for who may make one. */
  onMakeClient?: ((name: string) => void) | undefined;
  /** The order is another now. */
  onSaved: () => void;
  onDone: (transition: Transition, order: ShownOrder) => void;
  onMade?: ((place: string, channelId: string) => void) | undefined;
  onDelete: OrderEditorProps['onDelete'];
  onRisk: OrderEditorProps['onRisk'];
}

/** The order page for another app than the portal: with answers of its own, in that app's frame (design 1). */
export function MountedOrder(props: MountedOrderProps) {
  return (
    <Mounted>
      <RightsTold value={true}>
        <OrderInFrame {...props} />
      </RightsTold>
    </Mounted>
  );
}

function OrderInFrame({ id, head, facts, onSaved, ...props }: MountedOrderProps) {
  const order = useLoadedOrder(id);
  const channels = useQuery(choicesOf('channels'));
  const { loaded } = order;
  if (!loaded && order.error) return <MissingRecord thing="order" error={order.error} onRetry={order.retry} />;
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
        // Of a channel that may not be read the form's rules know what the order does.
        channel={channels.data?.find((each) => each.id === channelId) ?? { id: channelId, name: '' }}
        load={order.load}
        onSaved={(saved) => {
          order.keep(saved);
          onSaved();
        }}
      />
    </>
  );
}
