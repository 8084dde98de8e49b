import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Client, ClientInput } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { recordOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { buttonClass } from '../look/Button.tsx';
import { ConflictDialog } from '../look/ConflictDialog.tsx';
import { MissingRecord } from '../look/MissingRecord.tsx';
import { useToast } from '../look/Toasts.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { ClientFacts } from './ClientFacts.tsx';
import { ClientForm } from './ClientForm.tsx';
import { ClientOrders } from './ClientOrders.tsx';
import { clientDifferences } from './clientDifferences.ts';
import { emptyClient } from './clientFields.ts';

/** A client: its fields and its orders. */
export function ClientPage() {
  const { clientId = '' } = useParams();
  const client = useQuery({ ...recordOf('clients', clientId), refetchOnWindowFocus: false });
  if (client.error) return <MissingRecord thing="client" error={client.error} onRetry={() => void client.refetch()} />;
  if (!client.data) return <Skeleton lines={8} />;
  return <ClientEditor key={clientId} saved={client.data} />;
}

function ClientEditor({ saved }: { saved: Client }) {
  const { slug } = useParams();
  const { ability } = useSignedIn();
  const cache = useQueryClient();
  const toast = useToast();
  const [isDirty, setDirty] = useState(false);
  /** What the form was filled from, and the revision that a save is meant for. */
  const [base, setBase] = useState(saved);
  const [conflict, setConflict] = useState<{ mine: ClientInput; theirs: Client }>();
  const values = useMemo(() => inputOf(base), [base]);
  const [revision, setRevision] = useState(saved.revision);
  const take = (record: Client) => {
    cache.setQueryData(recordOf('clients', record.id).queryKey, record);
    setBase(record);
    setRevision(record.revision);
  };
  const save = useMutation({
    mutationFn: (client: ClientInput) =>
      request<Client>({
        method: 'PATCH',
        path: `clients/${saved.id}`,
        revision,
        body: { externalId: null, ...client },
      }),
    onSuccess: async (record) => {
      take(record);
      toast('Saved');
      await cache.invalidateQueries({ queryKey: ['clients', 'list'] });
    },
    onError: async (error, mine) => {
      if (!(error instanceof ApiError) || error.code !== 'RESOURCE_CONFLICT') return;
      const theirs = await cache.fetchQuery({ ...recordOf('clients', saved.id), staleTime: 0 });
      setConflict({ mine, theirs });
    },
  });
  const question = useLeaveGuard(isDirty);
  const isConflict = save.error instanceof ApiError && save.error.code === 'RESOURCE_CONFLICT';
  return (
    <>
      <PageHead
        title={base.name}
        actions={
          slug !== undefined &&
          ability.can('create', 'Order') && (
            <Link className={buttonClass()} to={`/c/${slug}/orders/new?client=${saved.id}`}>
              New Order for this client
            </Link>
          )
        }
      />
      <ClientFacts client={base} />
      <ClientForm
        values={values}
        submit="Save client"
        isReadOnly={!ability.can('update', 'Client')}
        isSaving={save.isPending}
        error={isConflict ? null : save.error}
        onSubmit={save.mutate}
        onDirty={setDirty}
      />
      <ClientOrders clientId={saved.id} />
      {conflict && (
        <ConflictDialog
          thing="This client"
          differences={clientDifferences(conflict.theirs, conflict.mine)}
          onTakeSaved={() => {
            take(conflict.theirs);
            setConflict(undefined);
          }}
          onKeepMine={() => {
            setRevision(conflict.theirs.revision);
            setConflict(undefined);
          }}
          onClose={() => setConflict(undefined)}
        />
      )}
      {question}
    </>
  );
}

/** What the form holds of a record. */
function inputOf(client: Client): ClientInput {
  const {
    name,
    externalId = '',
    businessOwner,
    businessName,
    businessAddress,
    website,
    phoneNumber,
    industry,
  } = client;
  return {
    ...emptyClient,
    name,
    externalId,
    businessOwner,
    businessName,
    businessAddress,
    website,
    phoneNumber,
    industry,
  };
}
