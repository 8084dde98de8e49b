import type { ReactNode } from 'react';
import { loadable } from '../loadable.tsx';
import styles from './MarkdownText.module.css';

/** A form can be typed in before the markdown reader (45 KB) is there, and most texts need none. */
const RichText = loadable(async () => (await import('./RichText.tsx')).default, {
  meanwhile: PlainText,
  missing: PlainText,
});

function PlainText({ text }: { text: string }) {
  return <p className={styles.plain}>{isEasy(text) ? withStrong(text) : text}</p>;
}

/**
 * A form author's markdown, cleaned of all that is not text. Until its reader is loaded, or where that can not be done, it
 * stands as it was written.
 */
export function MarkdownText({ text }: { text: string }) {
  if (text.trim() === '') return null;
  return <div className={styles.text}>{isEasy(text) ? <PlainText text={text} /> : <RichText text={text} />}</div>;
}

/** Whether no character of a text could mean anything in markdown. */
const isPlain = (text: string) => !/[*_`#[\]<>|~\\&]|^\s*([-+]|\d+[.)])\s|https?:|www\.|@|^\s{4}|\n\s*[-=]/m.test(text);

/** Words between pairs of stars, which every reader of markdown takes for strong ones; a mark may end them before a space. */
const strong = /\*\*([\p{L}\p{N}](?:[^*\n]*(?:[\p{L}\p{N}]|[.:!?](?=\*\*(?:\s|$))))?)\*\*/gu;

/** What is told without the reader, and as it would tell it: no marks at all, or in one line nothing but strong words. */
const isEasy = (text: string) => isPlain(text) || (!text.trim().includes('\n') && isPlain(text.replace(strong, '$1')));

/** Every second piece was between stars. */
const withStrong = (text: string): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name.
  text.split(strong).map((piece, index) => (index % 2 ? <strong key={index}>{piece}</strong> : piece));
