import { load } from 'cheerio';

/** Everything that is scored about a page's HTML, limited in size for any page. */
export interface PageFacts {
  title: string;
  description: string;
  /** Content of the viewport and robots meta tags; empty without them. */
  viewport: string;
  robots: string;
  /** Non-empty main headings, and the number of other headings. */
  mainHeadings: string[];
  moreHeadings: number;
  /** Number of render-blocking scripts. */
  blockingScripts: number;
  /** Structured data: JSON-LD texts, and the names of microdata properties. */
  structured: string[];
  isMarked: boolean;
  markedNames: string[];
  /** The href attributes of the links. */
  linkTargets: string[];
  hasForm: boolean;
  /** The visible text on one line. */
  text: string;
}

/** Number of characters that are parsed; relevant content comes long before. */
const maxParsedLength = 1_500_000;

const limits = { short: 1_000, text: 300_000, structured: 50_000, each: 20, hrefs: 2_000 };

/**
 * Parses a page (HTML scraping). A malicious page can take arbitrarily long, so call it in a thread that can be
 * terminated (`page-threads.ts`).
 */
export function parsePage(html: string): PageFacts {
  const $ = load(html.slice(0, maxParsedLength));
  const all = (selector: string, count: number = limits.each) => $(selector).get().slice(0, count);
  const meta = (name: string) =>
    oneLine($(`meta[name="${name}" i]`).first().attr('content') ?? '').slice(0, limits.short);
  return {
    title: oneLine($('head title').first().text()).slice(0, limits.short),
    description: meta('description'),
    viewport: meta('viewport'),
    robots: meta('robots'),
    mainHeadings: all('h1').flatMap((each) => {
      const headingText = oneLine($(each).text()) || oneLine($(each).find('img[alt]').first().attr('alt') ?? '');
      return headingText ? [headingText.slice(0, limits.short)] : [];
    }),
    moreHeadings: $('h2, h3').length,
    blockingScripts: $('head script[src]:not([async]):not([defer]):not([type="module"])').length,
    structured: all('script[type="application/ld+json" i]').map((each) => $(each).text().slice(0, limits.structured)),
    isMarked: $('[itemscope][itemtype*="schema.org" i]').length > 0,
    markedNames: all('[itemprop]', limits.hrefs).map((each) => ($(each).attr('itemprop') ?? '').slice(0, 100)),
    linkTargets: all('a[href]', limits.hrefs).map((each) => ($(each).attr('href') ?? '').slice(0, 2_000)),
    hasForm: $('form').length > 0,
    text: oneLine(textIn($('body').get(0))).slice(0, limits.text),
  };
}

/** The part of the DOM tree that is needed. */
interface TreeNode {
  type: string;
  name?: string;
  data?: string;
  children?: TreeNode[];
}

const ignoredElements = ['script', 'style', 'noscript', 'template'];

/** Collects the text below a node up to the limit, without recursion, because a page may be nested arbitrarily deep. */
function textIn(root: TreeNode | undefined): string {
  const stack: TreeNode[] = root ? [root] : [];
  const texts: string[] = [];
  let length = 0;
  for (let node = stack.pop(); node && length < limits.text; node = stack.pop()) {
    if (node.type === 'text' && node.data) {
      texts.push(node.data);
      length += node.data.length;
    }
    if (ignoredElements.includes(node.name ?? '')) continue;
    for (const child of (node.children ?? []).toReversed()) stack.push(child);
  }
  return texts.join(' ');
}

/** Collapses whitespace to single spaces. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
