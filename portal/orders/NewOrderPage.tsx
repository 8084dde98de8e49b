import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { Order } from '#schemas/generated/types.ts';
import { type NamedRecord, recordOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts';
import { ChannelRoute } from '../channels/ChannelRoute.tsx';
import { channelPath, newClientPath } from '../channels/useChannels.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import type { ListboxOption } from '../look/Listbox.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { ClientField } from './editing/ClientField.tsx';
import styles from './NewOrderPage.module.css';

/** The page that starts a draft on the channel's form; the client can be chosen now or later (spec 4). */
export function NewOrderPage() {
  return <ChannelRoute>{(channel) => <NewOrder key={channel.id} channel={channel} />}</ChannelRoute>;
}

function NewOrder({ channel }: { channel: NamedRecord }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { ability } = useSignedIn();
  const keyOf = useIdempotencyKey();
  const clientParam = params.get('client');
  const preset = useQuery({ ...recordOf('clients', clientParam ?? ''), enabled: clientParam !== null });
  const [chosen, setChosen] = useState<ListboxOption | null>();
  const [unmatchedText, setUnmatchedText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const client = chosen === undefined ? (preset.data ?? null) : chosen;
  const start = useMutation({
    mutationFn: async () => {
      const { orderFormId } = await cache.ensureQueryData(recordOf('channels', channel.id));
      const body = { channelId: channel.id, form: orderFormId, client: client?.id ?? null };
      return request<Order>({ method: 'POST', path: 'orders', body, idempotencyKey: keyOf(body) });
    },
    onSuccess: async ({ id }) => {
      void cache.invalidateQueries({ queryKey: ['orders'] });
      await navigate(channelPath(channel, `orders/${id}`), { replace: true });
    },
  });
  return (
    <>
      <PageHead title="New Order" />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          // The field already shows that its text matches no client.
          if (unmatchedText) input.current?.focus();
          else if (!start.isPending) start.mutate();
        }}
      >
        <p className={styles.note}>{`In ${channel.name}. It starts as a draft that saves as you type.`}</p>
        <ClientField
          channelId={channel.id}
          value={client}
          onChange={setChosen}
          onLeft={setUnmatchedText}
          onMake={
            ability.can('create', 'Client') ? (name) => void navigate(newClientPath(channel, { name })) : undefined
          }
          inputRef={input}
          hint="Who is it for? You can also choose later."
        />
        {start.error && <LoadError error={start.error} deniedText="No order was started." />}
        {preset.error && <LoadError error={preset.error} />}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" isBusy={start.isPending}>
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
