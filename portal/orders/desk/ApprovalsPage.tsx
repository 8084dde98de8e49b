import { useCallback, useState } from 'react';
import type { PopulatedOrder } from '../../api/queries.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { NoAccessState } from '../../look/EmptyState.tsx';
import { useSignedIn } from '../../session/SessionProvider.tsx';
import { orderRights } from '../orderRights.ts';
import { ApprovalDesk } from './ApprovalDesk.tsx';
import { deskTitle } from './DeskOrder.tsx';

/** The approvals page of the portal, for people who may decide about orders. */
export function ApprovalsPage() {
  const { user, ability } = useSignedIn();
  const rightsOf = useCallback((order: PopulatedOrder) => orderRights(ability, order, user), [ability, user]);
  const [windowTitle, setWindowTitle] = useState(title);
  if (!ability.can('moderate', 'Order')) return <NoAccessState />;
  return (
    <>
      <PageHead title={title} windowTitle={windowTitle} />
      <ApprovalDesk
        userId={user.id}
        rightsOf={rightsOf}
        addressOf={addressOf}
        onSaved={ignore}
        onOpen={(order) => setWindowTitle(deskTitle(title, order))}
      />
    </>
  );
}

const title = 'Approvals';

const addressOf = ({ id, channelId }: PopulatedOrder) => `/c/${channelId}/orders/${id}`;

/** The desk updates the lists of this page's cache itself. */
const ignore = () => undefined;
