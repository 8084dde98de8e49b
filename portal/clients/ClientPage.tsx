import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Client } from '#schemas/generated/types.ts';
import { AccessButton } from '../access/AccessButton.tsx';
import { isNotFound } from '../api/ApiError.ts';
import { recordOf } from '../api/queries.ts';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PageHead } from '../frame/PageHead.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import { PartLoadError } from '../look/PartLoadError.tsx';
import { RecordNotFound } from '../look/RecordNotFound.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { ClientFacts } from './ClientFacts.tsx';
import { ClientOverviewPanel } from './ClientOverview.tsx';
import styles from './ClientView.module.css';

const ClientEditor = lazyComponent(async () => (await import('./ClientEditor.tsx')).ClientEditor, {
  fallback: () => <Skeleton lines={8} />,
  errorFallback: PartLoadError,
});

/** The client page: read view first, with a button that opens the editor. */
export function ClientPage() {
  const { clientId = '' } = useParams();
  return <Shown key={clientId} id={clientId} />;
}

function Shown({ id }: { id: string }) {
  const client = useQuery(recordOf('clients', id));
  const [isEditing, setEditing] = useState(false);
  const isGone = isNotFound(client.error);
  if (client.data && isEditing)
    return <ClientEditor read={client.data} isGone={isGone} onEnd={() => setEditing(false)} />;
  if (client.data && !isGone) return <ClientView client={client.data} onEdit={() => setEditing(true)} />;
  if (client.error)
    return <RecordNotFound thing="client" all=".." error={client.error} onRetry={() => void client.refetch()} />;
  return <Skeleton lines={8} />;
}

/** The read view of a client, with the buttons to edit it and to create an order for it. */
function ClientView({ client, onEdit }: { client: Client; onEdit: () => void }) {
  const { ability } = useSignedIn();
  const { channel, channels } = useChannels();
  const target = channel ?? channels[0];
  return (
    <>
      <PageHead
        title={client.name}
        actions={
          <>
            <AccessButton type="Client" id={client.id} />
            {ability.can('update', 'Client') && <Button onClick={onEdit}>Edit</Button>}
            {target && ability.can('create', 'Order') && (
              <Link className={buttonClass('primary')} to={`${channelPath(target, 'orders/new')}?client=${client.id}`}>
                New Order for this client
              </Link>
            )}
          </>
        }
      />
      <div className={styles.page}>
        <section className={styles.section} aria-label="Details">
          <ClientFacts client={client} />
        </section>
        <ClientOverviewPanel client={client} />
      </div>
    </>
  );
}
