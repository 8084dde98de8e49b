import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { recordOf } from '../api/queries.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { ErrorPlace } from '../look/ErrorPlace.tsx';
import { Skeleton } from '../look/Waiting.tsx';

/** One order. */
export function OrderPage() {
  const { orderId = '' } = useParams();
  const order = useQuery(recordOf('orders', orderId, { populate: 'client,user,product' }));
  if (order.error) return <ErrorPlace error={order.error} onRetry={() => void order.refetch()} />;
  if (!order.data) return <Skeleton lines={8} />;
  return <PageHead title={order.data.refCode} />;
}
