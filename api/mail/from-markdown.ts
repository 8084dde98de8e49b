import MarkdownIt from 'markdown-it';
import sanitize from 'sanitize-html';

/** Reads the markdown of mails: what a person wrote there as html is text. */
export const markdown = new MarkdownIt({ html: false, linkify: true });

/** The tags that a mail may have: no picture, since one that is fetched tells that the mail was opened. */
const allowed: sanitize.IOptions = {
  allowedTags: sanitize.defaults.allowedTags,
  allowedAttributes: { a: ['href', 'title'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
};

/** Markdown as the html part of a mail: what a person wrote there as html is shown as text. */
export const htmlOf = (text: string): string =>
  `<!doctype html>\n<html lang="en">\n<body>\n${sanitize(markdown.render(text), allowed)}</body>\n</html>\n`;
