import type { GuildResource } from '#schemas/generated/types.ts';
import { stripMarkdown } from '#schemas/texts/plain-markdown.ts';
import { highlight, snippetsOf, type TextPart } from '#schemas/texts/words.ts';
import { MarkdownText } from '../forms/widgets/MarkdownText.tsx';
import styles from './SearchResultTiles.module.css';
import { TileIconPicture } from './Tiles.tsx';

/**
 * The search results of the knowledge base: the matches are highlighted in excerpts (snippets); each tile expands to
 * its full text.
 */
export function SearchResultTiles({ tiles, question }: { tiles: readonly GuildResource[]; question: string }) {
  return (
    <ul className={styles.found} aria-label="Search results">
      {tiles.map(({ id, icon, title, content = '' }) => (
        <li key={id} className={styles.tile}>
          <h2 className={styles.title}>
            <TileIconPicture icon={icon} />
            <span>
              <Marked stretches={highlight(title, question)} />
            </span>
          </h2>
          {snippetsOf(stripMarkdown(content), question).map((stretches, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places of one text, in its order, without a state of their own
            <p key={index} className={styles.snippet}>
              <Marked stretches={stretches} />
            </p>
          ))}
          {content.trim() !== '' && (
            <details>
              <summary className={styles.summary}>{`Read all of “${title}”`}</summary>
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
