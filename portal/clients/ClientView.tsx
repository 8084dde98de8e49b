import { Link } from 'react-router-dom';
import type { Client } from '#schemas/generated/types.ts';
import { AccessButton } from '../access/AccessButton.tsx';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { ClientFacts } from './ClientFacts.tsx';
import { ClientOverviewPanel } from './ClientOverview.tsx';
import styles from './ClientView.module.css';

/** The read view of a client, with the buttons to edit it and to create an order for it. */
export function ClientView({ client, onEdit }: { client: Client; onEdit: () => void }) {
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
        <section className={styles.section} aria-label="Facts">
          <ClientFacts client={client} />
        </section>
        <ClientOverviewPanel client={client} />
      </div>
    </>
  );
}
