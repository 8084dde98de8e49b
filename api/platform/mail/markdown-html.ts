import MarkdownIt from 'markdown-it';
import sanitize from 'sanitize-html';

/** The markdown parser for mails. HTML in the source is shown as text. */
export const mailMarkdown = new MarkdownIt({ html: false, linkify: true });

/**
 * Allowed tags (HTML sanitizer). Images are left out because loading one reveals that the mail was opened (tracking
 * pixel).
 */
const allowed: sanitize.IOptions = {
  allowedTags: sanitize.defaults.allowedTags,
  allowedAttributes: { a: ['href', 'title'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
};

/** Renders markdown as the sanitized HTML part of a mail. */
export const renderMailHtml = (text: string): string =>
  `<!doctype html>\n<html lang="en">\n<body>\n${sanitize(mailMarkdown.render(text), allowed)}</body>\n</html>\n`;
