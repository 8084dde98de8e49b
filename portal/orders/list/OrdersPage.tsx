import { useSearchParams } from 'react-router-dom';
import { ChannelRoute } from '../../channels/ChannelRoute.tsx';
import { lazyComponent } from '../../forms/lazyComponent.tsx';
import { OrderList } from './OrderList.tsx';

/** The report of a batch of orders for many clients (`?batch=`). */
const BatchReport = lazyComponent(async () => (await import('../copying/BatchReport.tsx')).BatchReport);

/** The order list of a channel, optionally of one status (spec 2), newest first. */
export function OrdersPage() {
  const batch = useSearchParams()[0].get('batch');
  return (
    <ChannelRoute>
      {(channel) => (batch ? <BatchReport channel={channel} id={batch} /> : <OrderList channel={channel} />)}
    </ChannelRoute>
  );
}
