import { useRef, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import type { NamedRecord } from '../api/queries.ts';
import { ChannelRoute } from '../channels/ChannelRoute.tsx';
import { channelPath, newClientPath } from '../channels/useChannels.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import type { ListboxOption } from '../look/Listbox.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { ClientField } from './editing/ClientField.tsx';
import styles from './NewOrderPage.module.css';

/**
 * The page that leads to a new order on the channel's form; the client can be chosen now or later (spec 4). The order
 * is created when something is typed (`OrderPage`). Links with a client lead there at once.
 */
export function NewOrderPage() {
  return <ChannelRoute>{(channel) => <NewOrder key={channel.id} channel={channel} />}</ChannelRoute>;
}

function NewOrder({ channel }: { channel: NamedRecord }) {
  const navigate = useNavigate();
  const { ability } = useSignedIn();
  const [client, setClient] = useState<ListboxOption | null>(null);
  // Old links name a client here.
  const clientId = useSearchParams()[0].get('client');
  const [unmatchedText, setUnmatchedText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  if (clientId) return <Navigate to={channelPath(channel, `orders/draft?for=${clientId}`)} replace />;
  return (
    <>
      <PageHead title="New Order" />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          // The field already shows that its text matches no client.
          if (unmatchedText) input.current?.focus();
          else
            void navigate(channelPath(channel, `orders/draft${client ? `?for=${client.id}` : ''}`), {
              replace: true,
            });
        }}
      >
        <p className={styles.note}>{`In ${channel.name}. It starts as a draft that saves as you type.`}</p>
        <ClientField
          channelId={channel.id}
          value={client}
          onChange={setClient}
          onLeft={setUnmatchedText}
          onMake={
            ability.can('create', 'Client') ? (name) => void navigate(newClientPath(channel, { name })) : undefined
          }
          inputRef={input}
          hint="Who is it for? You can also choose later."
        />
        <div className={styles.actions} data-actions>
          <Button type="submit" kind="primary">
            Start order
          </Button>
          {ability.can('create', 'Client') && (
            <Link className={buttonClass()} to={newClientPath(channel, unmatchedText ? { name: unmatchedText } : {})}>
              New Client
            </Link>
          )}
        </div>
      </form>
    </>
  );
}
