import { useQuery } from '@tanstack/react-query';
import { listOf } from '../api/queries.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { SearchField } from '../lists/SearchField.tsx';
import { useListState } from '../lists/useListState.ts';
import { Button } from '../look/Button.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import styles from './KnowledgeBasePage.module.css';
import { SearchResultTiles } from './SearchResultTiles.tsx';
import { Tiles } from './Tiles.tsx';

/** The knowledge base of the person's guild, with full-text search. */
export function KnowledgeBasePage() {
  const { search, change } = useListState('order');
  const question = search.trim();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    listOf('guild_resources', { place: 'kb', limit: 200, ...(question === '' ? {} : { search: question }) }),
  );
  const tiles = data?.results ?? [];
  const isEmpty = data !== undefined && !isPlaceholderData && tiles.length === 0;
  return (
    <>
      <PageHead title="Knowledge Base" />
      {/* There is nothing to search in an empty knowledge base. */}
      {!(isEmpty && question === '') && (
        <SearchField label="Search the knowledge base" value={search} onSearch={(text) => change({ search: text })} />
      )}
      {isPending && <Skeleton lines={6} />}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <p className={styles.count} role="status">
        {question !== '' && data && !isPlaceholderData && !isEmpty && countWords(tiles.length)}
      </p>
      {isEmpty && question === '' && (
        <EmptyState title="Nothing here yet">Articles from your organization appear here.</EmptyState>
      )}
      {isEmpty && question !== '' && (
        <EmptyState
          title={`No results for “${question}”`}
          action={<Button onClick={() => change({ search: '' })}>Show all</Button>}
        >
          The search finds titles and texts with words that start with each of yours.
        </EmptyState>
      )}
      {tiles.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          {question === '' ? (
            <Tiles tiles={tiles} label="Knowledge Base" />
          ) : (
            <SearchResultTiles tiles={tiles} question={question} />
          )}
        </div>
      )}
    </>
  );
}

const countWords = (count: number) => (count === 1 ? '1 result' : `${count} results`);
