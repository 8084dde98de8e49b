import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client, OrderBatch } from '#schemas/generated/types.ts';
import { listOf, type NamedRecord, type PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts';
import { useDebounced } from '../../lists/useDebounced.ts';
import { Button } from '../../look/Button.tsx';
import { Dialog } from '../../look/Dialog.tsx';
import { LabeledInput } from '../../look/Field.tsx';
import { LoadError } from '../../look/LoadError.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import styles from './ManyClientsDialog.module.css';

/** The server's limit for one batch. */
const maxClients = 200;
/** How many clients are shown; the search finds the others. */
const pageSize = 50;

/** The dialog that starts a batch: one copy of the order for each selected client. */
export function ManyClientsDialog({
  order,
  channel,
  onBatch,
  onClose,
}: {
  order: Pick<PopulatedOrder, 'id' | 'refCode'>;
  channel: NamedRecord;
  onBatch: (batch: OrderBatch) => void;
  onClose: () => void;
}) {
  const keyOf = useIdempotencyKey();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const search = useDebounced(text.trim());
  const found = useQuery(listOf('clients', { limit: pageSize, sort: 'name', channel: channel.id, search }));
  const clients = found.data?.results ?? [];
  const toggle = ({ id, name }: Client) => {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, name);
    setChosen(next);
  };
  const unchosen = clients.filter(({ id }) => !chosen.has(id));
  const startBatch = useMutation({
    mutationFn: () => {
      const path = `orders/${order.id}/copies`;
      const body = { clients: [...chosen.keys()] };
      return request<OrderBatch>({ method: 'POST', path, body, idempotencyKey: keyOf(body) });
    },
    onSuccess: onBatch,
  });
  const isTooMany = chosen.size > maxClients;
  const count = chosen.size === 1 ? '1 order' : `${chosen.size} orders`;
  const submit = () => {
    if (chosen.size > 0 && !isTooMany && !startBatch.isPending) startBatch.mutate();
  };
  return (
    <Dialog
      title="Order for many clients"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" kind="primary" isBusy={startBatch.isPending} disabled={chosen.size === 0 || isTooMany}>
            {chosen.size === 0 ? 'Choose clients' : `Create ${count}`}
          </Button>
        </>
      }
    >
      <p>
        {`Each chosen client gets a draft based on the saved version of ${order.refCode}, without another client's data. ${order.refCode} doesn't change.`}
      </p>
      <LabeledInput label="Find clients" type="search" value={text} onChange={(event) => setText(event.target.value)} />
      <div className={styles.bar}>
        <span role="status">{`${chosen.size} chosen${isTooMany ? `: at most ${maxClients} at once` : ''}`}</span>
        <Button
          kind="quiet"
          disabled={unchosen.length === 0}
          onClick={() => setChosen(new Map([...chosen, ...unchosen.map(({ id, name }) => [id, name] as const)]))}
        >
          Choose all shown
        </Button>
        <Button kind="quiet" disabled={chosen.size === 0} onClick={() => setChosen(new Map())}>
          Clear selection
        </Button>
      </div>
      {found.isPending && <Skeleton lines={5} />}
      {found.error && <LoadError error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && clients.length === 0 && <p>No clients found.</p>}
      <ul className={styles.clients} aria-label="Clients">
        {clients.map((client) => (
          <li key={client.id}>
            <label className={styles.client}>
              <input type="checkbox" checked={chosen.has(client.id)} onChange={() => toggle(client)} />
              <span>
                <span>{client.name}</span> <span className={styles.note}>{client.businessAddress.city}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.data && found.data.pagination.total > clients.length && (
        <p className={styles.note}>{`Showing the first ${clients.length}. Type to find others.`}</p>
      )}
      {startBatch.error && <LoadError error={startBatch.error} deniedText="No order was created." />}
    </Dialog>
  );
}
