import { useSearchParams } from 'react-router-dom';
import { ChannelRoute } from '../../channels/ChannelRoute.tsx';
import { lazyComponent } from '../../forms/lazyComponent.tsx';
import { OrderList } from './OrderList.tsx';

/** The report of a batch of orders for many clients (`?batch=`). */
const BatchReport = lazyComponent(async () => (await import('../copying/BatchReport.tsx')).BatchReport);
/** The result of an action on many orders (`?bulk=`). */
const OrderBulkReport = lazyComponent(async () => (await import('./OrderBulkActions.tsx')).OrderBulkReport);

/** The order list of a channel, optionally of one status (spec 2), newest first. */
export function OrdersPage() {
  const [params] = useSearchParams();
  const [batch, bulk] = [params.get('batch'), params.get('bulk')];
  return (
    <ChannelRoute>
      {(channel) => {
        if (bulk) return <OrderBulkReport key={bulk} channel={channel} id={bulk} />;
        return batch ? <BatchReport channel={channel} id={batch} /> : <OrderList channel={channel} />;
      }}
    </ChannelRoute>
  );
}
