import { GeneratedList } from '../generate/GeneratedList.tsx';

/** What waits for a moderator's decision (spec 2: admin, orders, pending). */
export function PendingOrders() {
  return (
    <GeneratedList
      title="Pending Orders Queue"
      only={{ status: 'PENDING' }}
      columns={['refCode', 'client', 'status', 'channelId', 'user', 'submissionDate', 'updatedAt']}
      filters={['channelId', 'form']}
    />
  );
}
