import { htmlOf } from './from-markdown.ts';
import { textOf } from './text-of-markdown.ts';

/** What a message says, final and readable in both ways (design 8). */
export interface Content {
  subject: string;
  text: string;
  html?: string | undefined;
  attachments?: { filename: string; content: string }[] | undefined;
}

/** A message of a subject and a text in markdown, whose values must be written as markdown already. */
export const contentOf = (subject: string, markdown: string): Required<Omit<Content, 'attachments'>> => ({
  // A value of several lines must not begin another header.
  subject: subject
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500),
  text: textOf(markdown),
  html: htmlOf(markdown),
});
