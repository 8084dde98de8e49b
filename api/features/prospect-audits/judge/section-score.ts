import type { Finding } from '#schemas/audits/sections.ts';
import type { ProspectAudit } from '#schemas/generated/types.ts';
import type { PageFacts } from '../page/page-facts.ts';
import type { VisitedPage } from '../page/site-visit.ts';

/** Input of the scoring: the page, and the business data in the audit. */
export interface ScoringInput {
  page: VisitedPage;
  facts: PageFacts;
  audit: Partial<ProspectAudit>;
}

/** Result of one section. The score is null when there was nothing to judge. */
export interface SectionScore {
  score: number | null;
  findings: Finding[];
}

/** One criterion: its weight, how well it is met (0 to 1), and the finding's text. */
export interface Criterion {
  worth: number;
  found: number;
  text: string;
}

/** Combines criteria to a section's score and findings. */
export function scoreOf(points: Criterion[]): SectionScore {
  const worth = points.reduce((sum, point) => sum + point.worth, 0);
  const found = points.reduce((sum, point) => sum + point.worth * point.found, 0);
  return {
    score: worth === 0 ? null : Math.round((100 * found) / worth),
    findings: points.map(({ found: part, text }) => ({ mark: markOf(part), text })),
  };
}

const markOf = (part: number): Finding['mark'] => (part >= 1 ? 'good' : part > 0 ? 'fair' : 'poor');
