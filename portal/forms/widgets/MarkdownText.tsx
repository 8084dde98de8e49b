import { loadable } from '../../look/loadable.tsx';
import styles from './MarkdownText.module.css';

/** A form can be typed in before the markdown reader is there, and most texts need none. */
const RichText = loadable(async () => (await import('./RichText.tsx')).default, {
  meanwhile: PlainText,
  missing: PlainText,
});

function PlainText({ text }: { text: string }) {
  return <p className={styles.plain}>{text}</p>;
}

/**
 * A form author's markdown, cleaned of all that is not text. Until its reader is loaded, or where that can not be done, it
 * stands as it was written.
 */
export function MarkdownText({ text }: { text: string }) {
  if (text.trim() === '') return null;
  return <div className={styles.text}>{isPlain(text) ? <PlainText text={text} /> : <RichText text={text} />}</div>;
}

/** Whether no character of a text could mean anything in markdown. */
const isPlain = (text: string) => !/[*_`#[\]<>|~\\&]|^\s*([-+]|\d+[.)])\s|https?:|www\.|@|^\s{4}|\n\s*[-=]/m.test(text);
