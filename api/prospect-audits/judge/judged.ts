import type { Finding } from '#schemas/audits/sections.ts';
import type { ProspectAudit } from '#schemas/generated/types.ts';
import type { PageFacts } from '../page/page-facts.ts';
import type { Page } from '../page/visited.ts';

/** What is judged: a page, and what its business is said to be. */
export interface Case {
  page: Page;
  facts: PageFacts;
  audit: Partial<ProspectAudit>;
}

/** How one section came out; a score of null where there was nothing to judge it by. */
export interface Judged {
  score: number | null;
  findings: Finding[];
}

/** One thing that was looked for: what it is worth, how much of that was found (0 to 1), and what is said of it. */
export interface Point {
  worth: number;
  found: number;
  text: string;
}

/** A section of several points. */
export function judgedBy(points: Point[]): Judged {
  const worth = points.reduce((sum, point) => sum + point.worth, 0);
  const found = points.reduce((sum, point) => sum + point.worth * point.found, 0);
  return {
    score: worth === 0 ? null : Math.round((100 * found) / worth),
    findings: points.map(({ found: part, text }) => ({ mark: markOf(part), text })),
  };
}

const markOf = (part: number): Finding['mark'] => (part >= 1 ? 'good' : part > 0 ? 'fair' : 'poor');
