import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useRequireAccess } from 'react-admin';
import { Link, Navigate, useParams } from 'react-router-dom';
import { MountedDesk } from '#portal/orders/desk/ApprovalDesk.tsx';
import { type DeskOrderProps, deskTitle } from '#portal/orders/desk/DeskOrder.tsx';
import { orderRights } from '#portal/orders/orderRights.ts';
import { PageHeader } from '../frame/PageHeader.tsx';
import { type Session, useSession } from '../provider/session.ts';
import { addressInQueue, queueTitle, tableAddress } from './queue.ts';

/** The approvals queue as a desk: the portal's page inside the back-office (spec 2: admin, orders, pending). */
export function PendingOrders() {
  const { isPending } = useRequireAccess({ action: 'list', resource: 'orders' });
  const session = useSession();
  const { id } = useParams();
  if (isPending || !session) return null;
  if (id) return <Navigate to={addressInQueue(id)} replace />;
  return <Desk session={session} />;
}

function Desk({ session: { user, ability } }: { session: Session }) {
  const cache = useQueryClient();
  const rightsOf = useCallback<DeskOrderProps['rightsOf']>(
    (order) => orderRights(ability, order, user),
    [ability, user],
  );
  const [windowTitle, setWindowTitle] = useState(queueTitle);
  return (
    <>
      <PageHeader
        title={queueTitle}
        windowTitle={windowTitle}
        actions={
          <Button component={Link} to={tableAddress} variant="outlined" color="inherit">
            View as table
          </Button>
        }
      />
      <MountedDesk
        userId={user.id}
        rightsOf={rightsOf}
        addressOf={addressOf}
        onOpen={(order) => setWindowTitle(deskTitle(queueTitle, order))}
        // Refreshes order lists and the count in the menu.
        onSaved={() => void cache.invalidateQueries({ queryKey: ['orders'] })}
      />
    </>
  );
}

const addressOf: DeskOrderProps['addressOf'] = ({ id }) => `/orders/${id}`;
