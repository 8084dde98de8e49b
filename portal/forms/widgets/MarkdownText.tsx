import type { ReactNode } from 'react';
import { lazyComponent } from '../lazyComponent.tsx';
import { useFormStore } from '../store/hooks.ts';
import styles from './MarkdownText.module.css';
import type { ViewProps } from './viewProps.ts';

/** Lazy: the Markdown library has 45 KB, most texts do not need it, and the form works before it is loaded. */
const RichText = lazyComponent(async () => (await import('./MarkdownRenderer.tsx')).default, {
  fallback: PlainText,
  errorFallback: PlainText,
});

function PlainText({ text }: { text: string }) {
  return <p className={styles.plain}>{isEasy(text) ? withStrong(text) : text}</p>;
}

/** Renders a form author's Markdown, sanitized. Shows it as written until the library is loaded or if that fails. */
export function MarkdownText({ text }: { text: string }) {
  if (text.trim() === '') return null;
  return <div className={styles.text}>{isEasy(text) ? <PlainText text={text} /> : <RichText text={text} />}</div>;
}

/** Whether a text contains no character with a meaning in Markdown. */
const isPlain = (text: string) => !/[*_`#[\]<>|~\\&]|^\s*([-+]|\d+[.)])\s|https?:|www\.|@|^\s{4}|\n\s*[-=]/m.test(text);

/**
 * Text between double asterisks that every Markdown parser renders as strong; it may end with punctuation before a
 * space.
 */
const strong = /\*\*([\p{L}\p{N}](?:[^*\n]*(?:[\p{L}\p{N}]|[.:!?](?=\*\*(?:\s|$))))?)\*\*/gu;

/** Whether a text renders the same without the library: no Markdown at all, or a single line with only strong text. */
const isEasy = (text: string) => isPlain(text) || (!text.trim().includes('\n') && isPlain(text.replace(strong, '$1')));

/** Every second part was between asterisks. */
const withStrong = (text: string): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity.
  text.split(strong).map((piece, index) => (index % 2 ? <strong key={index}>{piece}</strong> : piece));

/** A widget with Markdown text between the fields. */
export function MarkdownView({ widget, row }: ViewProps<'markdown'>) {
  const store = useFormStore();
  return (
    <div id={store.elementId(widget, row)}>
      <MarkdownText text={widget.config.content} />
    </div>
  );
}
