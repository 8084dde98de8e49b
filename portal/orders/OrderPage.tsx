import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { orderTitle } from '#schemas/orders/order-stage.ts';
import { type NamedRecord, nameOf, type PopulatedOrder } from '../api/queries.ts';
import { ChannelRoute } from '../channels/ChannelRoute.tsx';
import { channelPath, newClientPath, useChannels } from '../channels/useChannels.ts';
import { importOrThrow, type LoadFailure, lazyComponent } from '../forms/lazyComponent.tsx';
import { clearLeavePrompt } from '../frame/history.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { PageLoadError, RecordNotFound } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { useToast } from '../look/Toasts.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import type { ShownProps } from './editing/DelayedOrderEditor.tsx';
import { OrderNeighbours } from './lazyParts.ts';
import { formRules } from './loading/formRules.ts';
import { OrderPlaceholder } from './loading/OrderPlaceholder.tsx';
import { type LoadedOrder, useLoadedOrder, useNewOrder } from './loading/orderQueries.ts';
import { orderRights } from './orderRights.ts';
import type { Risk } from './unsaved-changes/unsavedRisk.ts';

const OrderEditor = lazyComponent(async () => (await import('./editing/DelayedOrderEditor.tsx')).DelayedOrderEditor, {
  errorFallback: EditorLoadError,
});

function EditorLoadError({ setShown, ...failure }: LoadFailure & Pick<ShownProps, 'setShown'>) {
  useLayoutEffect(() => setShown(true), [setShown]);
  return <PageLoadError {...failure} />;
}

/** Preloads the code of the order page. */
export const preloadEditorCode = OrderEditor.preload;

/**
 * The page of one order: fill it in, submit it, or read it. Without an id in the address it is a new order, which is
 * created by its first save and then gets its own address.
 */
export function OrderPage() {
  const { orderId = '' } = useParams();
  // Start loading the order in parallel with the channels, for which ChannelRoute waits.
  const stored = useLoadedOrder(orderId);
  const [created, setCreated] = useState('');
  const page = { stored, isNew: !orderId, created, onCreated: setCreated };
  return (
    <ChannelRoute>
      {(channel) => <OrderInChannel key={orderId === created ? '' : orderId} {...page} channel={channel} />}
    </ChannelRoute>
  );
}

function OrderInChannel({
  stored,
  isNew,
  created,
  onCreated,
  channel,
}: {
  stored: LoadedOrder;
  isNew: boolean;
  /** The id of the order that this new one was saved as; '' before. */
  created: string;
  onCreated: (id: string) => void;
  channel: NamedRecord;
}) {
  const { user, ability } = useSignedIn();
  const { channels } = useChannels();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const { pathname } = useLocation();
  const [risk, setRisk] = useState<Risk>('none');
  // The placeholder is one element until the editor appears: an element that is replaced is painted again.
  const [isShown, setShown] = useState(false);
  const [params, setParams] = useSearchParams();
  const [newClientId] = useState(() => params.get('client'));
  useEffect(() => {
    if (params.has('client')) setParams({}, { replace: true });
  }, [params, setParams]);
  const order = useNewOrder({ channelId: channel.id, client: params.get('for') }, stored, isNew);
  const question = useLeaveGuard(risk !== 'none', risk === 'stored');
  const rightsOf = useCallback((each: PopulatedOrder) => orderRights(ability, each, user), [ability, user]);
  // Render it after the inputs (performance 2).
  const isEarly = useQuery(formRules).isPending;
  const ownChannel = channels.find(({ id }) => id === order.order?.channelId);
  // Redirect to the order's own channel if the address names another.
  if (ownChannel && ownChannel.id !== channel.id)
    return <Navigate to={channelPath(ownChannel, `orders/${order.order?.id}`)} replace />;
  if (!order.loaded) {
    return order.error ? (
      <RecordNotFound thing="order" all=".." error={order.error} onRetry={order.retry} />
    ) : (
      <Skeleton lines={8} />
    );
  }
  const { id, refCode, campaign, client } = order.loaded.shown;
  const code = refCode ? `Order ${refCode}` : 'New Order';
  return (
    <>
      <PageHead
        title={orderTitle(campaign, nameOf(client, '')) || code}
        reference={code}
        actions={!isEarly && <OrderNeighbours id={id} pathOf={(other) => channelPath(channel, `orders/${other}`)} />}
      />
      {!isShown && <OrderPlaceholder form={order.loaded.form} />}
      <OrderEditor
        {...order.loaded}
        isShown={isShown}
        setShown={setShown}
        isGone={order.isGone}
        channel={channel}
        rightsOf={rightsOf}
        userId={user.id}
        newClientId={newClientId}
        onMakeClient={
          ability.can('create', 'Client')
            ? (name, order) => {
                if (order && isNew) {
                  // Saved just now. The page gets its address at once, for the way back, and not later by itself.
                  clearLeavePrompt();
                  onCreated('');
                  void navigate(channelPath(channel, `orders/${order}`), { replace: true, state: pathname });
                }
                void navigate(newClientPath(channel, { name, order }));
              }
            : undefined
        }
        clientAddress={(id) => channelPath(channel, `clients/${id}`)}
        load={order.load}
        onSaved={(saved) => {
          order.updateCache(saved);
          if (isNew) onCreated(saved.id);
        }}
        onTransition={({ words }) => toast(words.done)}
        onCopied={ability.can('create', 'Order') ? (place) => void navigate(channelPath(channel, place)) : undefined}
        onDelete={async (draft) => {
          (await importOrThrow(() => import('./lifecycle/deleteWithUndo.ts'))).deleteWithUndo(draft, {
            showToast: toast,
            cache,
          });
          clearLeavePrompt();
          await navigate(channelPath(channel, 'orders?status=draft'), { replace: true });
        }}
        onRisk={setRisk}
      />
      {question}
      {/* Not while leaving is a risk: the prompt would ask about a change of the address alone. */}
      {isNew && created !== '' && risk === 'none' && (
        <Navigate to={channelPath(channel, `orders/${created}`)} replace state={pathname} />
      )}
    </>
  );
}
