import { type PageFacts, parsePage } from './page-facts.ts';

/** Entry point of the worker thread: parses a page. */
export function readPageInWorker(html: string): PageFacts {
  return parsePage(html);
}
