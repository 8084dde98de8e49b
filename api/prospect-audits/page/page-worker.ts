import { factsOf, type PageFacts } from './page-facts.ts';

/** What a thread does: reads a page. */
export function readPage(html: string): PageFacts {
  return factsOf(html);
}
