import { useQuery } from '@tanstack/react-query';
import { listOf } from '../api/queries.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { ErrorPlace } from '../look/ErrorPlace.tsx';
import { EmptyPlace } from '../look/Place.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import { Tiles } from './Tiles.tsx';

/** What one's guild has written down for its members. */
export function KnowledgeBasePage() {
  const list = useQuery(listOf('guild_resources', { place: 'kb', limit: 200 }));
  return (
    <>
      <PageHead title="Knowledge Base" />
      {list.isPending && <Skeleton lines={6} />}
      {list.error && <ErrorPlace error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.results.length === 0 && (
        <EmptyPlace title="Nothing here yet">
          What your organization writes down for its members stands here.
        </EmptyPlace>
      )}
      {list.data && list.data.results.length > 0 && <Tiles tiles={list.data.results} label="Knowledge Base" />}
    </>
  );
}
