import { markdown } from './from-markdown.ts';

type Token = ReturnType<typeof markdown.parse>[number];

/** A block that others stand in: what its first line begins with, and the further ones. */
interface Around {
  first: string;
  rest: string;
  isTold: boolean;
}

interface Written {
  lines: string[];
  /** The list or table that it is a line of: those of one stand close together. */
  group: number | null;
}

/** Markdown as the text part of a mail: without its signs, and with each link on a line of its own, whole. */
export function textOf(text: string): string {
  const blocks: Written[] = [];
  const around: Around[] = [];
  const counts: (number | null)[] = [];
  let cells: string[] | null = null;
  let groups = 0;
  const write = (content: string, group: number | null = null) => {
    const lines = content.split('\n').map((line, index) => {
      const prefix = around.map((each) => (index === 0 && !each.isTold ? each.first : each.rest)).join('');
      return `${prefix}${line}`.trimEnd();
    });
    for (const each of around) each.isTold = true;
    blocks.push({ lines, group });
  };
  for (const token of markdown.parse(text, {})) {
    const { type } = token;
    if (type === 'table_open' || (type.endsWith('_list_open') && counts.length === 0)) groups += 1;
    if (type === 'ordered_list_open') counts.push(Number(token.attrGet('start') ?? 1));
    else if (type === 'bullet_list_open') counts.push(null);
    else if (type.endsWith('_list_close')) counts.pop();
    else if (type === 'list_item_open') around.push(itemOf(counts));
    else if (type === 'blockquote_open') around.push({ first: '> ', rest: '> ', isTold: false });
    else if (type === 'list_item_close' || type === 'blockquote_close') around.pop();
    else if (type === 'tr_open') cells = [];
    else if (type === 'tr_close') {
      write((cells ?? []).join(' | '), groups);
      cells = null;
    } else if (type === 'hr') write('---');
    else if (type === 'fence' || type === 'code_block') write(token.content.trimEnd());
    else if (type === 'inline') {
      const content = inlineText(token.children ?? []);
      if (cells) cells.push(content.replaceAll('\n', ' '));
      else write(content, counts.length > 0 && around.at(-1)?.isTold === false ? groups : null);
    }
  }
  return `${joined(blocks)}\n`;
}

/** The next item of the innermost list. */
function itemOf(counts: (number | null)[]): Around {
  const number = counts.at(-1) ?? null;
  if (number === null) return { first: '- ', rest: '  ', isTold: false };
  counts[counts.length - 1] = number + 1;
  const first = `${number}. `;
  return { first, rest: ' '.repeat(first.length), isTold: false };
}

/** Items and rows stand close to those before them, all else apart. */
function joined(blocks: Written[]): string {
  return blocks
    .map(({ lines, group }, index) => {
      const before = blocks[index - 1];
      const gap = !before ? '' : group !== null && before.group === group ? '\n' : '\n\n';
      return `${gap}${lines.join('\n')}`;
    })
    .join('');
}

/** Words without marks; where a link leads stands below its words, alone, so that no program that reads it breaks it. */
function inlineText(tokens: Token[]): string {
  let text = '';
  let link: { href: string; from: number } | null = null;
  for (const token of tokens) {
    if (token.type === 'link_open') link = { href: String(token.attrGet('href') ?? ''), from: text.length };
    else if (token.type === 'link_close' && link) {
      text = withLink(text.slice(0, link.from), text.slice(link.from), link.href);
      link = null;
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n';
    else text += followed(text, token.type === 'image' ? inlineText(token.children ?? []) : token.content);
  }
  return text.replace(/[ \t]*\n[ \t]*/g, '\n').trim();
}

function withLink(before: string, words: string, href: string): string {
  // An address to write to is read as it stands.
  if (!/^https?:/.test(href)) return `${before}${words}`;
  const isItself = markdown.normalizeLinkText(href).endsWith(words);
  return `${before}${isItself ? '' : `${words}:`}\n${href}\n`;
}

/** A full stop behind a link stood there for the sentence. */
const followed = (text: string, content: string): string =>
  text.endsWith('\n') ? content.replace(/^[.,;:!?]+(?=\s|$)/, '') : content;
