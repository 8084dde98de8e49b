import { useSearchParams } from 'react-router-dom';
import { ChannelPlace } from '../../channels/ChannelPlace.tsx';
import { loadable } from '../../forms/loadable.tsx';
import { OrderList } from './OrderList.tsx';

/** The report of a batch of orders for many clients (`?batch=`). */
const BatchReport = loadable(async () => (await import('../copying/BatchReport.tsx')).BatchReport);

/** The order list of a channel, optionally of one status (spec 2), newest first. */
export function OrdersPage() {
  const batch = useSearchParams()[0].get('batch');
  return (
    <ChannelPlace>
      {(channel) => (batch ? <BatchReport channel={channel} id={batch} /> : <OrderList channel={channel} />)}
    </ChannelPlace>
  );
}
