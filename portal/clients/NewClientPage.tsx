import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Client, ClientInput } from '#schemas/generated/types.ts';
import { type NamedRecord, recordOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { ChannelRoute } from '../channels/ChannelRoute.tsx';
import { channelPath } from '../channels/useChannels.ts';
import { clearLeavePrompt } from '../frame/history.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { buttonClass } from '../look/Button.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { useToast } from '../look/Toasts.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './ClientForm.module.css';
import { ClientForm } from './ClientForm.tsx';
import { emptyClient, normalizeClient } from './clientFields.ts';
import { EntitySelect, noEntity } from './EntitySelect.tsx';
import { type OrganizationNode, organizationChoices, useOrganizations } from './organizations.ts';
import { SimilarClients } from './SimilarClients.tsx';

/**
 * The new-client page. The address can prefill the name, and can say that an order waits for the client
 * (`newClientPath`).
 */
export function NewClientPage() {
  const { slug } = useParams();
  if (slug === undefined) return <NewClientLoader />;
  return <ChannelRoute>{(channel) => <NewClientLoader key={channel.id} channel={channel} />}</ChannelRoute>;
}

/** Loads the organizations before it shows the form. */
function NewClientLoader({ channel }: { channel?: NamedRecord }) {
  const { user } = useSignedIn();
  const places = useOrganizations();
  const record = useQuery({ ...recordOf('channels', channel?.id ?? ''), enabled: channel !== undefined });
  const error = places.error ?? record.error;
  if (error) return <LoadError error={error} />;
  if (!places.data || (channel && !record.data)) return <Skeleton lines={8} />;
  const canSkipEntity = !channel && user.roles.includes('ADMIN');
  return (
    <NewClient channel={channel} {...organizationChoices(places.data, record.data?.entityId)} {...{ canSkipEntity }} />
  );
}

function NewClient({
  channel,
  choices,
  first,
  canSkipEntity,
}: {
  channel: NamedRecord | undefined;
  choices: OrganizationNode[];
  /** The preselected entity; '' if there is no obvious one. */
  first: string;
  canSkipEntity: boolean;
}) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const toast = useToast();
  const [isDirty, setDirty] = useState(false);
  const [entity, setEntity] = useState(canSkipEntity ? '' : first);
  const [isMissing, setMissing] = useState(false);
  const create = useMutation({
    mutationFn: (client: ClientInput) =>
      request<Client>({
        method: 'POST',
        path: entity === noEntity ? 'clients' : `entities/${entity}/clients`,
        body: client,
      }),
    onSuccess: async (client) => {
      clearLeavePrompt();
      toast(`${client.name} added`);
      await cache.invalidateQueries({ queryKey: ['clients'] });
      if (!channel) return navigate(`/clients/${client.id}`);
      await navigate(nextPath(params, channel, client.id));
    },
  });
  const [initialValues] = useState(() => ({ ...emptyClient, name: params.get('name') ?? '' }));
  const [typed, setTyped] = useState<ClientInput>(initialValues);
  const handleInput = useCallback(
    (client: ClientInput) => {
      setDirty(!isEqual(client, normalizeClient(initialValues)));
      setTyped(client);
    },
    [initialValues],
  );
  const question = useLeaveGuard(isDirty);
  return (
    <>
      <PageHead title="New Client" />
      {(choices.length > 1 || canSkipEntity) && (
        <div className={styles.above}>
          <EntitySelect
            choices={choices}
            mayStayOutside={canSkipEntity}
            value={entity}
            isMissing={isMissing && entity === ''}
            onChange={setEntity}
          />
        </div>
      )}
      <div className={styles.beside}>
        <ClientForm
          values={initialValues}
          submit="Add client"
          isSaving={create.isPending}
          error={create.error}
          onSubmit={(client) => (entity === '' ? setMissing(true) : create.mutate(client))}
          onType={handleInput}
        />
        <div className={styles.similar}>
          <SimilarClients
            typed={typed}
            act={(client) => <SimilarClientLink client={client} params={params} channel={channel} />}
          />
        </div>
      </div>
      {question}
    </>
  );
}

/** The button at a similar existing client: opens it, or uses it for the waiting order. */
function SimilarClientLink({
  client,
  params,
  channel,
}: {
  client: Pick<Client, 'id' | 'name'>;
  params: URLSearchParams;
  channel: NamedRecord | undefined;
}) {
  const isAwaited = channel !== undefined && params.get('then') === 'order';
  const path = channel ? nextPath(params, channel, client.id) : `/clients/${client.id}`;
  return (
    <Link
      className={buttonClass()}
      to={path}
      onClick={clearLeavePrompt}
      aria-label={`${isAwaited ? 'Order for' : 'Open'} ${client.name}`}
    >
      {isAwaited ? 'Order for this client' : 'Open client'}
    </Link>
  );
}

/** Returns where to go after the client is created: to the order that waits for it, else to the client. */
function nextPath(params: URLSearchParams, channel: NamedRecord, clientId: string): string {
  if (params.get('then') !== 'order') return channelPath(channel, `clients/${clientId}`);
  return channelPath(channel, `orders/${params.get('order') || 'draft'}?client=${clientId}`);
}
