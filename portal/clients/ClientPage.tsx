import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { isNotFound } from '../api/ApiError.ts';
import { recordOf } from '../api/queries.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PartLoadError } from '../look/PartLoadError.tsx';
import { RecordNotFound } from '../look/RecordNotFound.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { ClientView } from './ClientView.tsx';

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
