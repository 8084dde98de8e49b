import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { Client, ClientInput } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { request } from '../api/request.ts';
import { leaveFreely } from '../frame/history.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { useToast } from '../look/Toasts.tsx';
import styles from './ClientForm.module.css';
import { ClientForm } from './ClientForm.tsx';
import { emptyClient } from './clientFields.ts';
import { EntityChoice } from './EntityChoice.tsx';

/** A new client; `?then=order` goes on to an order for it. */
export function NewClientPage() {
  const { slug } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const toast = useToast();
  const [isDirty, setDirty] = useState(false);
  const [entity, setEntity] = useState('');
  const create = useMutation({
    mutationFn: (client: ClientInput) =>
      request<Client>({ method: 'POST', path: entity ? `entities/${entity}/clients` : 'clients', body: client }),
    onSuccess: async (client) => {
      leaveFreely();
      toast(`${client.name} is added`);
      await cache.invalidateQueries({ queryKey: ['clients'] });
      const base = slug === undefined ? '' : `/c/${slug}`;
      const isForOrder = slug !== undefined && params.get('then') === 'order';
      await navigate(isForOrder ? `${base}/orders/new?client=${client.id}` : `${base}/clients/${client.id}`);
    },
  });
  const question = useLeaveGuard(isDirty);
  // The one REQUEST_DENIED of this call: the caller belongs to several organisations and has to choose (design 4).
  const mustChoose = create.error instanceof ApiError && create.error.code === 'REQUEST_DENIED';
  return (
    <>
      <PageHead title="New Client" />
      {(mustChoose || entity) && (
        <div className={styles.above}>
          <EntityChoice value={entity} onChange={setEntity} />
        </div>
      )}
      <ClientForm
        values={emptyClient}
        submit="Add client"
        isSaving={create.isPending}
        error={mustChoose ? null : create.error}
        onSubmit={create.mutate}
        onDirty={setDirty}
      />
      {question}
    </>
  );
}
