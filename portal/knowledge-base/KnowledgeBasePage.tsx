import { useQuery } from '@tanstack/react-query';
import type { GuildResource } from '#schemas/generated/types.ts';
import { stripMarkdown } from '#schemas/texts/plain-markdown.ts';
import { highlight, snippetsOf, type TextPart } from '#schemas/texts/words.ts';
import { listOf } from '../api/queries.ts';
import { MarkdownText } from '../forms/widgets/MarkdownText.tsx';
import { PageHead } from '../frame/PageHead.tsx';
import { useListState } from '../lists/listState.ts';
import { SearchField } from '../lists/SearchField.tsx';
import { Button } from '../look/Button.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import styles from './KnowledgeBasePage.module.css';
import searchResultTilesStyles from './SearchResultTiles.module.css';
import { TileIconPicture, Tiles } from './Tiles.tsx';

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

/**
 * The search results of the knowledge base: the matches are highlighted in excerpts (snippets); each tile expands to
 * its full text.
 */
function SearchResultTiles({ tiles, question }: { tiles: readonly GuildResource[]; question: string }) {
  return (
    <ul className={searchResultTilesStyles.found} aria-label="Search results">
      {tiles.map(({ id, icon, title, content = '' }) => (
        <li key={id} className={searchResultTilesStyles.tile}>
          <h2 className={searchResultTilesStyles.title}>
            <TileIconPicture icon={icon} />
            <span>
              <Marked stretches={highlight(title, question)} />
            </span>
          </h2>
          {snippetsOf(stripMarkdown(content), question).map((stretches, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places of one text, in its order, without a state of their own
            <p key={index} className={searchResultTilesStyles.snippet}>
              <Marked stretches={stretches} />
            </p>
          ))}
          {content.trim() !== '' && (
            <details>
              <summary className={searchResultTilesStyles.summary}>{`Read all of “${title}”`}</summary>
              <MarkdownText text={content} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function Marked({ stretches }: { stretches: readonly TextPart[] }) {
  return stretches.map(({ text, isFound }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one text, in its order
    isFound ? <mark key={index}>{text}</mark> : text,
  );
}
