import { htmlOf } from './from-markdown.ts';
import { textOf } from './text-of-markdown.ts';

/** The final content of a mail as plain text and HTML (design 8). */
export interface Content {
  subject: string;
  text: string;
  html?: string | undefined;
  attachments?: { filename: string; content: string }[] | undefined;
}

/** Renders a mail from a subject and a markdown text. Values in the text must already be escaped as markdown. */
export const contentOf = (subject: string, markdown: string): Required<Omit<Content, 'attachments'>> => ({
  // Prevent header injection: a value with line breaks must not start another header.
  subject: subject
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500),
  text: textOf(markdown),
  html: htmlOf(markdown),
});
