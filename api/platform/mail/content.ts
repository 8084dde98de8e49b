import MarkdownIt from 'markdown-it';
import sanitize from 'sanitize-html';

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

type Token = ReturnType<typeof mailMarkdown.parse>[number];

/** An enclosing block (list item or quote): the prefix of its first line and of the following lines. */
interface Enclosing {
  first: string;
  rest: string;
  hasFirstLine: boolean;
}

interface Block {
  lines: string[];
  /** Number of the list or table that the block belongs to. Blocks of one group are not separated by an empty line. */
  group: number | null;
}

/** Renders markdown as the plain text part of a mail: without markup, each link whole on a line of its own. */
export function renderMailText(text: string): string {
  const blocks: Block[] = [];
  const enclosing: Enclosing[] = [];
  const counts: (number | null)[] = [];
  let cells: string[] | null = null;
  let groups = 0;
  const write = (content: string, group: number | null = null) => {
    const lines = content.split('\n').map((line, index) => {
      const prefix = enclosing.map((each) => (index === 0 && !each.hasFirstLine ? each.first : each.rest)).join('');
      return `${prefix}${line}`.trimEnd();
    });
    for (const each of enclosing) each.hasFirstLine = true;
    blocks.push({ lines, group });
  };
  for (const token of mailMarkdown.parse(text, {})) {
    const { type } = token;
    if (type === 'table_open' || (type.endsWith('_list_open') && counts.length === 0)) groups += 1;
    if (type === 'ordered_list_open') counts.push(Number(token.attrGet('start') ?? 1));
    else if (type === 'bullet_list_open') counts.push(null);
    else if (type.endsWith('_list_close')) counts.pop();
    else if (type === 'list_item_open') enclosing.push(itemOf(counts));
    else if (type === 'blockquote_open') enclosing.push({ first: '> ', rest: '> ', hasFirstLine: false });
    else if (type === 'list_item_close' || type === 'blockquote_close') enclosing.pop();
    else if (type === 'tr_open') cells = [];
    else if (type === 'tr_close') {
      write((cells ?? []).join(' | '), groups);
      cells = null;
    } else if (type === 'hr') write('---');
    else if (type === 'fence' || type === 'code_block') write(token.content.trimEnd());
    else if (type === 'inline') {
      const content = inlineText(token.children ?? []);
      if (cells) cells.push(content.replaceAll('\n', ' '));
      else write(content, counts.length > 0 && enclosing.at(-1)?.hasFirstLine === false ? groups : null);
    }
  }
  return `${joinBlocks(blocks)}\n`;
}

/** The prefix for the next item of the innermost list. */
function itemOf(counts: (number | null)[]): Enclosing {
  const number = counts.at(-1) ?? null;
  if (number === null) return { first: '- ', rest: '  ', hasFirstLine: false };
  counts[counts.length - 1] = number + 1;
  const first = `${number}. `;
  return { first, rest: ' '.repeat(first.length), hasFirstLine: false };
}

/** Joins the blocks: items and rows of one group on consecutive lines, everything else separated by an empty line. */
function joinBlocks(blocks: Block[]): string {
  return blocks
    .map(({ lines, group }, index) => {
      const before = blocks[index - 1];
      const gap = !before ? '' : group !== null && before.group === group ? '\n' : '\n\n';
      return `${gap}${lines.join('\n')}`;
    })
    .join('');
}

/**
 * Text without markup. The URL of a link goes below its text on its own line, so that mail programs do not break it.
 */
function inlineText(tokens: Token[]): string {
  let text = '';
  let link: { href: string; from: number } | null = null;
  for (const token of tokens) {
    if (token.type === 'link_open') link = { href: String(token.attrGet('href') ?? ''), from: text.length };
    else if (token.type === 'link_close' && link) {
      text = withLink(text.slice(0, link.from), text.slice(link.from), link.href);
      link = null;
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n';
    else text += withoutPunctuation(text, token.type === 'image' ? inlineText(token.children ?? []) : token.content);
  }
  return text.replace(/[ \t]*\n[ \t]*/g, '\n').trim();
}

function withLink(before: string, words: string, href: string): string {
  // A mailto link is shown by its text alone.
  if (!/^https?:/.test(href)) return `${before}${words}`;
  const isItself = mailMarkdown.normalizeLinkText(href).endsWith(words);
  return `${before}${isItself ? '' : `${words}:`}\n${href}\n`;
}

/** Drop punctuation after a link: the link already ends the line. */
const withoutPunctuation = (text: string, content: string): string =>
  text.endsWith('\n') ? content.replace(/^[.,;:!?]+(?=\s|$)/, '') : content;

/** The markdown parser for mails. HTML in the source is shown as text. */
const mailMarkdown = new MarkdownIt({ html: false, linkify: true });

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
const renderMailHtml = (text: string): string =>
  `<!doctype html>\n<html lang="en">\n<body>\n${sanitize(mailMarkdown.render(text), allowed)}</body>\n</html>\n`;

const base = { url: '' };

/** Sets the base URL of links in mails (PUBLIC_URL). Called once at startup. */
export function setBaseUrl(publicUrl: string): void {
  base.url = publicUrl.replace(/\/$/, '');
}

/** The absolute URL of a page of the portal. */
export const absoluteUrl = (path: string): string => `${base.url}${path}`;
