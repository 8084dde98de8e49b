import { Link } from 'react-router-dom';
import { isPendingChange } from '#schemas/orders/order-stage.ts';
import { cancelationReasons } from '#schemas/orders/transitions.ts';
import { idOf, nameOf, type PopulatedOrder } from '../api/queries.ts';
import { RelativeTime } from '../look/RelativeTime.tsx';
import { useUserNames } from './history/useUserNames.ts';

/** The facts of an order (client, user, dates, cancelation) as terms and descriptions for the list in its summary. */
export function OrderFacts({
  order,
  client,
  clientAddress,
}: {
  order: PopulatedOrder;
  client: PopulatedOrder['client'];
  clientAddress: (id: string) => string;
}) {
  return (
    <>
      <dt>Client</dt>
      <dd>
        {typeof client === 'object' && client !== null ? (
          <Link to={clientAddress(client.id)}>{client.name}</Link>
        ) : (
          nameOf(client, client === null ? 'Not chosen yet' : '–')
        )}
      </dd>
      <dt>Products</dt>
      <dd>{order.products.length}</dd>
      <dt>Person</dt>
      <dd>{nameOf(order.user, '–')}</dd>
      {order.assignedTo && (
        <>
          <dt>Assigned to</dt>
          <dd>
            <UserName id={idOf(order.assignedTo)} order={order.id} />
          </dd>
        </>
      )}
      <dt>Updated</dt>
      <dd>{order.id ? <RelativeTime instant={order.updatedAt} /> : <span>Not created yet</span>}</dd>
      {/* A draft that was sent back keeps the time of its first submission. */}
      {order.status !== 'DRAFT' && order.submissionDate && (
        <>
          <dt>Submitted</dt>
          <dd>
            <RelativeTime instant={order.submissionDate} />
          </dd>
        </>
      )}
      {order.changeDate && (
        <>
          <dt>{isPendingChange(order) ? 'Change sent' : 'Changed'}</dt>
          <dd>
            <RelativeTime instant={order.changeDate} />
            <span>{order.changeNotes && `: ${order.changeNotes}`}</span>
          </dd>
        </>
      )}
      {order.validationMode === 'BYPASS' && (
        <>
          <dt>Validation</dt>
          <dd>Bypassed</dd>
        </>
      )}
      {order.status === 'CANCELED' && order.cancelationReason && (
        <>
          <dt>Canceled</dt>
          <dd>
            {`${cancelationReasons[order.cancelationReason]}${order.cancelationNotes ? `: ${order.cancelationNotes}` : ''}`}
          </dd>
        </>
      )}
    </>
  );
}

function UserName({ id, order }: { id: string; order: string }) {
  return <span>{useUserNames([id], order)(id) ?? 'A moderator'}</span>;
}
