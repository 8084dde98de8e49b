import { renderMailHtml } from './markdown-html.ts';
import { renderMailText } from './markdown-text.ts';

/** The final content of a mail as plain text and HTML (design 8). */
export interface MailContent {
  subject: string;
  text: string;
  html?: string | undefined;
  attachments?: { filename: string; content: string }[] | undefined;
}

/** Renders a mail from a subject and a markdown text. Values in the text must already be escaped as markdown. */
export const renderMail = (subject: string, markdown: string): Required<Omit<MailContent, 'attachments'>> => ({
  // Prevent header injection: a value with line breaks must not start another header.
  subject: subject
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500),
  text: renderMailText(markdown),
  html: renderMailHtml(markdown),
});
