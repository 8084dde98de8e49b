import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { isMissing } from '../api/ApiError.ts';
import { recordOf } from '../api/queries.ts';
import { loadable } from '../forms/loadable.tsx';
import { MissingRecord } from '../look/MissingRecord.tsx';
import { Unloaded as missing } from '../look/Unloaded.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import { ClientReading } from './ClientReading.tsx';

const ClientEditor = loadable(async () => (await import('./ClientEditor.tsx')).ClientEditor, {
  meanwhile: () => <Skeleton lines={8} />,
  missing,
});

/** The client page: read view first, with a button that opens the editor. */
export function ClientPage() {
  const { clientId = '' } = useParams();
  return <Shown key={clientId} id={clientId} />;
}

function Shown({ id }: { id: string }) {
  const client = useQuery(recordOf('clients', id));
  const [isEditing, setEditing] = useState(false);
  const isGone = isMissing(client.error);
  if (client.data && isEditing)
    return <ClientEditor read={client.data} isGone={isGone} onEnd={() => setEditing(false)} />;
  if (client.data && !isGone) return <ClientReading client={client.data} onEdit={() => setEditing(true)} />;
  if (client.error)
    return <MissingRecord thing="client" all=".." error={client.error} onRetry={() => void client.refetch()} />;
  return <Skeleton lines={8} />;
}
