import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useParams } from 'react-router-dom';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import { Client as clientSchema } from '#schemas/generated/registry.ts';
import type { Client, ClientInput } from '#schemas/generated/types.ts';
import { MayLink } from '../access/MayLink.tsx';
import { isMissing } from '../api/ApiError.ts';
import { recordOf } from '../api/queries.ts';
import { choicesIn } from '../editing/choices.ts';
import { hasNews } from '../editing/editing.ts';
import { RecordNews } from '../editing/RecordNews.tsx';
import { useEditing } from '../editing/useEditing.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { buttonClass } from '../look/Button.tsx';
import { MissingRecord } from '../look/MissingRecord.tsx';
import { useToast } from '../look/Toasts.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { ClientFacts } from './ClientFacts.tsx';
import { ClientForm } from './ClientForm.tsx';
import { ClientOrders } from './ClientOrders.tsx';
import { createClientEditing } from './clientEditing.ts';
import { inputOf } from './clientFields.ts';

/** A client: its fields and its orders. */
export function ClientPage() {
  const { clientId = '' } = useParams();
  const client = useQuery(recordOf('clients', clientId));
  if (client.data) return <ClientEditor key={clientId} read={client.data} isGone={isMissing(client.error)} />;
  if (client.error) return <MissingRecord thing="client" error={client.error} onRetry={() => void client.refetch()} />;
  return <Skeleton lines={8} />;
}

function ClientEditor({ read, isGone }: { read: Client; isGone: boolean }) {
  const { slug } = useParams();
  const { ability } = useSignedIn();
  const cache = useQueryClient();
  const toast = useToast();
  const query = recordOf('clients', read.id);
  const [editing] = useState(() =>
    createClientEditing(read, {
      load: () => cache.fetchQuery({ ...query, staleTime: 0 }),
      onSaved: (saved) => {
        cache.setQueryData(query.queryKey, saved);
        void cache.invalidateQueries({ queryKey: ['clients', 'list'] });
      },
    }),
  );
  const { draft } = editing;
  const now = useEditing(editing);
  const { saved, state } = now;
  useEffect(() => editing.hear(read), [editing, read]);
  useEffect(() => {
    if (isGone) editing.lose();
  }, [editing, isGone]);
  const shown = useSyncExternalStore(draft.watch, draft.shown);
  const type = useCallback((client: ClientInput) => draft.type(inputOf(client)), [draft]);
  const [isComparing, setComparing] = useState(false);
  const question = useLeaveGuard(now.isAtRisk);
  const save = async () => {
    if (now.theirs) setComparing(true);
    else if (await editing.save()) toast('Saved');
  };
  return (
    <>
      <PageHead
        title={saved.name}
        actions={
          <>
            <MayLink type="Client" id={saved.id} />
            {slug !== undefined && ability.can('create', 'Order') && (
              <Link className={buttonClass()} to={`/c/${slug}/orders/new?client=${saved.id}`}>
                New Order for this client
              </Link>
            )}
          </>
        }
      />
      {hasNews(now) && (
        <RecordNews
          thing="client"
          now={now}
          choicesIn={(theirs) => choicesIn(recordPlace(clientSchema), draft.sides(theirs))}
          isComparing={isComparing}
          onCompare={setComparing}
          onChoose={editing.choose}
        />
      )}
      <ClientFacts client={saved} />
      <ClientForm
        values={shown}
        submit="Save client"
        isReadOnly={!ability.can('update', 'Client') || state === 'gone'}
        isSaving={state === 'saving' || state === 'loading'}
        error={now.refusal?.error ?? null}
        onSubmit={() => void save()}
        onType={type}
      />
      <ClientOrders clientId={saved.id} />
      {question}
    </>
  );
}
