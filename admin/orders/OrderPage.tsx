import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { RecordContextProvider, useDelete, useNotify, useRedirect, useRequireAccess } from 'react-admin';
import { useParams } from 'react-router-dom';
import { MountedOrder, type MountedOrderProps } from '#portal/orders/MountedOrder.tsx';
import { orderRights } from '#portal/orders/orderRights.ts';
import type { Risk } from '#portal/orders/unsaved-changes/unsavedRisk.ts';
import { orderTitle } from '#schemas/orders/order-stage.ts';
import { PermissionsLink } from '../access/PermissionsLink.tsx';
import { PageHeader } from '../frame/PageHeader.tsx';
import { useNavigationGuard } from '../frame/useNavigationGuard.tsx';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';
import { type Session, useSession } from '../provider/session.ts';

/** Page of an order: the portal's page inside the back-office (design 1). */
export function OrderPage() {
  const { id = '' } = useParams();
  return <OrderById key={id} id={id} />;
}

/** The order with this id, after an access check. */
function OrderById({ id }: { id: string }) {
  const { isPending } = useRequireAccess({ action: 'show', resource: 'orders' });
  const session = useSession();
  if (isPending || !session) return null;
  return <OrderOf id={id} session={session} />;
}

/** Milliseconds until the deletion is sent. Closing the tab before that keeps the draft. */
const timeToUndo = 15_000;

interface Deleted {
  id: string;
  revision: number;
}

type ShownOrder = Parameters<MountedOrderProps['head']>[0];

function OrderOf({ id, session: { user, ability } }: { id: string; session: Session }) {
  const notify = useNotify();
  const redirect = useRedirect();
  const cache = useQueryClient();
  const [remove] = useDelete<Deleted, Error>();
  const risk = useRef<Risk>('none');
  const question = useNavigationGuard(
    () => risk.current !== 'none',
    () => risk.current === 'stored',
  );
  const rightsOf = useCallback((order: ShownOrder) => orderRights(ability, order, user), [ability, user]);
  // Refreshes order lists and the count in the menu.
  const refreshOrders = () => void cache.invalidateQueries({ queryKey: ['orders'] });
  const leaveFor = (place: string) => {
    risk.current = 'none';
    redirect(place);
  };
  return (
    <>
      <MountedOrder
        id={id}
        userId={user.id}
        rightsOf={rightsOf}
        head={head}
        facts={facts}
        clientAddress={(client) => `/clients/${client}`}
        onMakeClient={ability.can('create', 'Client') ? (name) => redirect(newClientAddress(name)) : undefined}
        onSaved={refreshOrders}
        onTransition={({ words }, { refCode }) => notify(`${words.done}: order ${refCode}`, { type: 'success' })}
        onCopied={
          ability.can('create', 'Order')
            ? (place, channel) => {
                // The portal has the result page for several new orders.
                if (!place.includes('?')) redirect(`/${place}`);
                else location.assign(`/c/${channel}/${place}`);
              }
            : undefined
        }
        onDelete={({ id, refCode, revision }) => {
          leaveFor('/orders');
          const onError = (error: Error) =>
            notify(`${refCode} couldn't be deleted: ${error.message}`, { type: 'error' });
          const onSuccess = () => notify(`${refCode} deleted`, { undoable: true, autoHideDuration: timeToUndo });
          const options = { mutationMode: 'undoable', onSuccess, onError, onSettled: refreshOrders } as const;
          void remove('orders', { id, previousData: { id, revision } }, options);
        }}
        onRisk={(now) => {
          risk.current = now;
        }}
      />
      {question}
    </>
  );
}

/** Page of a new client with the name filled in; `source` sets react-admin's initial values. */
const newClientAddress = (name: string) => `/clients/new?${new URLSearchParams({ source: JSON.stringify({ name }) })}`;

const head = ({ id, refCode, campaign, client, channelId }: ShownOrder) => (
  <PageHeader
    title={
      orderTitle(campaign, client !== null && typeof client === 'object' ? client.name : null) || `Order ${refCode}`
    }
    reference={`Order ${refCode}`}
    actions={
      <Button variant="outlined" color="inherit" href={`/c/${channelId}/orders/${id}`}>
        Open in portal
      </Button>
    }
  />
);

const facts = (order: ShownOrder) => (
  <RecordContextProvider value={order}>
    <dt>Channel</dt>
    <dd>
      <ReferenceLink source="channelId" reference="channels" />
    </dd>
    <dt>Form</dt>
    <dd>
      <ReferenceLink source="form" reference="forms" />
    </dd>
    <dt>Rights</dt>
    <dd>
      <PermissionsLink />
    </dd>
  </RecordContextProvider>
);
