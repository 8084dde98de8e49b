import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { RecordContextProvider, useDelete, useNotify, useRedirect, useRequireAccess } from 'react-admin';
import { useParams } from 'react-router-dom';
import type { Elements } from '#portal/forms/elements.ts';
import { MountedOrder, type MountedOrderProps } from '#portal/orders/MountedOrder.tsx';
import { orderRights } from '#portal/orders/orderRights.ts';
import type { Risk } from '#portal/orders/risk.ts';
import { WhyLink } from '../access/WhyLink.tsx';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveQuestion } from '../frame/useLeaveQuestion.tsx';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';
import { useSession } from '../nested/useSession.ts';
import type { Session } from '../provider/session.ts';

/** An order in the back-office: the portal's page in this frame (design 1). */
export function OrderPage() {
  const { id = '' } = useParams();
  return <OrderAt key={id} id={id} />;
}

interface OrderAtProps {
  id: string;
  /** A pending order was decided. Its page stays: nothing else comes under the pointer (design 6, 'Approval'). */
  onDecided?: () => void;
  /** What else can be done on the page. */
  actions?: Elements;
}

/** The order with this id, for who may see it. */
export function OrderAt(props: OrderAtProps) {
  const { isPending } = useRequireAccess({ action: 'show', resource: 'orders' });
  const session = useSession();
  if (isPending || !session) return null;
  return <OrderOf {...props} session={session} />;
}

/** Milliseconds; until then nothing is deleted, and a tab that is closed leaves the draft where it is. */
const timeToUndo = 15_000;

interface Deleted {
  id: string;
  revision: number;
}

type Shown = Parameters<MountedOrderProps['head']>[0];

function OrderOf({ id, onDecided, actions, session: { user, ability } }: OrderAtProps & { session: Session }) {
  const notify = useNotify();
  const redirect = useRedirect();
  const cache = useQueryClient();
  const [remove] = useDelete<Deleted, Error>();
  const risk = useRef<Risk>('none');
  const question = useLeaveQuestion(
    () => risk.current !== 'none',
    () => risk.current === 'kept',
  );
  const rightsOf = useCallback((order: Shown) => orderRights(ability, order, user), [ability, user]);
  // The queue may be shorter now, and so its count in the menu.
  const forget = () => void cache.invalidateQueries({ queryKey: ['orders'] });
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
        head={(order) => head(order, actions)}
        facts={facts}
        clientAddress={(client) => `/clients/${client}`}
        onMakeClient={ability.can('create', 'Client') ? (name) => redirect(newClientAddress(name)) : undefined}
        onSaved={forget}
        onDone={({ words, to }, { status, refCode }) => {
          notify(`${words.done}: order ${refCode}`, { type: 'success' });
          if (status === 'PENDING' && to !== 'PENDING') onDecided?.();
        }}
        onMade={
          ability.can('create', 'Order')
            ? (place, channel) => {
                // The report of many is a page of the portal.
                if (!place.includes('?')) redirect(`/${place}`);
                else location.assign(`/c/${channel}/${place}`);
              }
            : undefined
        }
        onDelete={({ id, refCode, revision }) => {
          leaveFor('/orders');
          const tell = (error: Error) => notify(`${refCode} is not deleted: ${error.message}`, { type: 'error' });
          const onSuccess = () => notify(`${refCode} is deleted`, { undoable: true, autoHideDuration: timeToUndo });
          const options = { mutationMode: 'undoable', onSuccess, onError: tell, onSettled: forget } as const;
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

/** The page of a new client, with its name begun; react-admin takes a record's first values from there. */
const newClientAddress = (name: string) => `/clients/new?${new URLSearchParams({ source: JSON.stringify({ name }) })}`;

const head = ({ id, refCode, channelId }: Shown, actions: Elements) => (
  <PageHead
    title={`Order ${refCode}`}
    actions={
      <>
        {actions}
        <Button variant="outlined" color="inherit" href={`/c/${channelId}/orders/${id}`}>
          Open in the portal
        </Button>
      </>
    }
  />
);

const facts = (order: Shown) => (
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
      <WhyLink />
    </dd>
  </RecordContextProvider>
);
