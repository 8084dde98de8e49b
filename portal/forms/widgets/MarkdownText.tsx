import { lazy, Suspense } from 'react';
import styles from './MarkdownText.module.css';

/** A form can be typed in before the markdown reader is there, and most texts need none. */
const RichText = lazy(() => import('./RichText.tsx').catch(() => ({ default: PlainText })));

const PlainText = ({ text }: { text: string }) => <p className={styles.plain}>{text}</p>;

/**
 * A form author's markdown, cleaned of all that is not text. Until its reader is loaded, or where that can not be done, it
 * stands as it was written.
 */
export function MarkdownText({ text }: { text: string }) {
  if (text.trim() === '') return null;
  const plain = <PlainText text={text} />;
  return (
    <div className={styles.text}>
      {isPlain(text) ? (
        plain
      ) : (
        <Suspense fallback={plain}>
          <RichText text={text} />
        </Suspense>
      )}
    </div>
  );
}

/** Whether no character of a text could mean anything in markdown. */
const isPlain = (text: string) => !/[*_`#[\]<>|~\\&]|^\s*([-+]|\d+[.)])\s|https?:|www\.|@|^\s{4}|\n\s*[-=]/m.test(text);
