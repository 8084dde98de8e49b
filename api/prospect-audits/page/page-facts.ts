import { load } from 'cheerio';

/** All that is judged of the html of a page, bounded whatever the page is. */
export interface PageFacts {
  title: string;
  description: string;
  /** What the page says to phones and to search engines; empty where it says nothing. */
  viewport: string;
  robots: string;
  /** The main headings that say something, and how many further ones there are. */
  mainHeadings: string[];
  moreHeadings: number;
  /** How many scripts the page waits for. */
  blockingScripts: number;
  /** What it tells search engines: JSON-LD as it is written, and the names of marked properties. */
  structured: string[];
  isMarked: boolean;
  markedNames: string[];
  /** Where its links lead, as they are written. */
  hrefs: string[];
  hasForm: boolean;
  /** What can be read on it, on one line. */
  text: string;
}

/** Characters: what a page says to those who look for it stands long before. */
const mostRead = 1_500_000;

const most = { short: 1_000, text: 300_000, structured: 50_000, each: 20, hrefs: 2_000 };

/** Reads a page. A hostile one takes as long as it likes: to be called in a thread that can be ended (`page-threads.ts`). */
export function factsOf(html: string): PageFacts {
  const $ = load(html.slice(0, mostRead));
  const all = (selector: string, count: number = most.each) => $(selector).get().slice(0, count);
  const meta = (name: string) =>
    oneLine($(`meta[name="${name}" i]`).first().attr('content') ?? '').slice(0, most.short);
  return {
    title: oneLine($('head title').first().text()).slice(0, most.short),
    description: meta('description'),
    viewport: meta('viewport'),
    robots: meta('robots'),
    mainHeadings: all('h1').flatMap((each) => {
      const said = oneLine($(each).text()) || oneLine($(each).find('img[alt]').first().attr('alt') ?? '');
      return said ? [said.slice(0, most.short)] : [];
    }),
    moreHeadings: $('h2, h3').length,
    blockingScripts: $('head script[src]:not([async]):not([defer]):not([type="module"])').length,
    structured: all('script[type="application/ld+json" i]').map((each) => $(each).text().slice(0, most.structured)),
    isMarked: $('[itemscope][itemtype*="schema.org" i]').length > 0,
    markedNames: all('[itemprop]', most.hrefs).map((each) => ($(each).attr('itemprop') ?? '').slice(0, 100)),
    hrefs: all('a[href]', most.hrefs).map((each) => ($(each).attr('href') ?? '').slice(0, 2_000)),
    hasForm: $('form').length > 0,
    text: oneLine(textIn($('body').get(0))).slice(0, most.text),
  };
}

/** As much of the document's tree as is needed to read it. */
interface TreeNode {
  type: string;
  name?: string;
  data?: string;
  children?: TreeNode[];
}

const unread = ['script', 'style', 'noscript', 'template'];

/** The texts below a node, without recursion, since a page may be nested without end, and no further than they are looked at. */
function textIn(root: TreeNode | undefined): string {
  const waiting: TreeNode[] = root ? [root] : [];
  const texts: string[] = [];
  let length = 0;
  for (let node = waiting.pop(); node && length < most.text; node = waiting.pop()) {
    if (node.type === 'text' && node.data) {
      texts.push(node.data);
      length += node.data.length;
    }
    if (unread.includes(node.name ?? '')) continue;
    for (const child of (node.children ?? []).toReversed()) waiting.push(child);
  }
  return texts.join(' ');
}

/** A text on one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
