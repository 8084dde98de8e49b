import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Order } from '#schemas/generated/types.ts';
import { nameOf, type PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts';
import { Button } from '../../look/Button.tsx';
import { Dialog } from '../../look/Dialog.tsx';
import type { ListboxOption } from '../../look/Listbox.tsx';
import { LoadError } from '../../look/LoadError.tsx';
import { ClientField } from '../editing/ClientField.tsx';
import { NotCopiedList } from './NotCopiedList.tsx';

/** The dialog that duplicates an order for a chosen client. */
export function DuplicateDialog({
  order,
  onCopied,
  onClose,
}: {
  order: Pick<PopulatedOrder, 'id' | 'refCode' | 'client' | 'channelId'>;
  onCopied: (copy: Order) => void;
  onClose: () => void;
}) {
  const { client: same } = order;
  const cache = useQueryClient();
  const keyOf = useIdempotencyKey();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ListboxOption | null>(
    same === null ? null : { id: typeof same === 'string' ? same : same.id, name: nameOf(same, 'The same client') },
  );
  const copy = useMutation({
    mutationFn: () => {
      const path = `orders/${order.id}/duplicate`;
      const body = { client: chosen?.id ?? null };
      return request<Order>({ method: 'POST', path, body, idempotencyKey: keyOf({ path, ...body }) });
    },
    onSuccess: (made) => {
      void cache.invalidateQueries({ queryKey: ['orders'] });
      if (!made.leftOut?.length) closeAndOpen(made);
    },
  });
  const closeAndOpen = (made: Order) => {
    onClose();
    onCopied(made);
  };
  const made = copy.data;
  if (made) {
    return (
      <Dialog
        title={`Order ${made.refCode} created`}
        onClose={() => closeAndOpen(made)}
        actions={
          <Button kind="primary" onClick={() => closeAndOpen(made)}>
            Open order
          </Button>
        }
      >
        <NotCopiedList leftOut={made.leftOut ?? []} />
      </Dialog>
    );
  }
  const submit = () => {
    // The field already shows that its text matches no client.
    if (text) input.current?.focus();
    else if (!copy.isPending) copy.mutate();
  };
  return (
    <Dialog
      title={`Duplicate order ${order.refCode}?`}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" kind="primary" isBusy={copy.isPending}>
            Duplicate
          </Button>
        </>
      }
    >
      <p>
        The new draft starts with the same form and lines. Passwords and answers that each order asks for again aren't
        copied. For another client, this client's data isn't copied either.
      </p>
      <ClientField channelId={order.channelId} value={chosen} onChange={setChosen} onLeft={setText} inputRef={input} />
      {copy.error && <LoadError error={copy.error} deniedText="No order was created." />}
    </Dialog>
  );
}
