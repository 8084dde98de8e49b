import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import type { Form } from '#schemas/generated/types.ts';
import { isMissing } from '../api/ApiError.ts';
import { type Named, recordOf, type ShownOrder } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { ChannelPlace } from '../channels/ChannelPlace.tsx';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import { leaveFreely } from '../frame/history.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { MissingRecord } from '../look/MissingRecord.tsx';
import { useToast } from '../look/Toasts.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { formRules } from './formRules.ts';
import { OrderEditor } from './OrderEditor.tsx';
import { orderRights } from './orderRights.ts';

const orderQuery = (id: string) => recordOf('orders', id, { populate: 'client,user,product' });

/** The form as it was when the order was filled on it: a version never changes, so it is asked for once (design 7). */
const formQuery = (id: string) =>
  queryOptions({
    queryKey: ['order_forms', id],
    queryFn: ({ signal }) => request<Form>({ path: `orders/${id}/form`, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

const isFormOf = ({ form, formVersion }: ShownOrder, { id, version }: Form) => id === form && version === formVersion;

/** One order of the channel, to fill in, send, or look up. */
export function OrderPage() {
  const { orderId = '' } = useParams();
  // Asked for here already, beside the channels that the place waits for.
  useQuery(orderQuery(orderId));
  useQuery(formQuery(orderId));
  useQuery(formRules);
  return <ChannelPlace>{(channel) => <LoadedOrder key={orderId} id={orderId} channel={channel} />}</ChannelPlace>;
}

function LoadedOrder({ id, channel }: { id: string; channel: Named }) {
  const order = useQuery(orderQuery(id));
  const { channels } = useChannels();
  const own = channels.find((each) => each.id === order.data?.channelId);
  const form = useQuery(formQuery(id));
  const isOther = !!order.data && !!form.data && !isFormOf(order.data, form.data);
  useEffect(() => {
    if (isOther) void form.refetch();
  }, [isOther, form.refetch]);
  const error = order.error ?? form.error;
  // An address with another channel than the order's leads to the order's own.
  if (own && own.id !== channel.id) return <Navigate to={channelPath(own, `orders/${id}`)} replace />;
  if (order.data && form.data && !isOther)
    return <ShownOrderPage shown={order.data} form={form.data} channel={channel} isGone={isMissing(order.error)} />;
  if (error) {
    return <MissingRecord thing="order" error={error} onRetry={() => void (order.error ? order : form).refetch()} />;
  }
  return <Skeleton lines={8} />;
}

function ShownOrderPage({
  shown,
  form,
  channel,
  isGone,
}: {
  shown: ShownOrder;
  form: Form;
  channel: Named;
  isGone: boolean;
}) {
  const { user, ability } = useSignedIn();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [isDirty, setDirty] = useState(false);
  const question = useLeaveGuard(isDirty);
  const rightsOf = useCallback((order: ShownOrder) => orderRights(ability, order, user), [ability, user]);
  const toast = useToast();
  const query = orderQuery(shown.id);
  return (
    <>
      <PageHead title={`Order ${shown.refCode}`} />
      <OrderEditor
        shown={shown}
        isGone={isGone}
        form={form}
        channel={channel}
        rightsOf={rightsOf}
        userId={user.id}
        onDirty={setDirty}
        onSaved={(saved) => {
          cache.setQueryData(query.queryKey, saved);
          void cache.invalidateQueries({ queryKey: ['orders'] });
        }}
        load={() => cache.fetchQuery({ ...query, staleTime: 0 })}
        onDone={toast}
        onDeleted={() => {
          leaveFreely();
          void cache.invalidateQueries({ queryKey: ['orders', 'list'] });
          void cache.invalidateQueries({ queryKey: ['orders', 'count'] });
          void navigate(channelPath(channel, 'orders?status=draft'), { replace: true });
        }}
      />
      {question}
    </>
  );
}
