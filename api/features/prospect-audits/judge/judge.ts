import { overallScore, ratingOf, type SectionKey, sectionKeys, sections } from '#schemas/audits/sections.ts';
import type { AuditReport, ProspectAudit } from '#schemas/generated/types.ts';
import type { SiteVisit } from '../page/site-visit.ts';
import { scoreHttps, scoreReachable, scoreRedirects, scoreSpeed } from './connection.ts';
import { scoreHeadings, scoreMobile, scoreSearch, scoreStructuredData } from './content.ts';
import { scoreContact, scoreLinks, scoreRobots } from './findability.ts';
import type { ScoringInput, SectionScore } from './section-score.ts';

/** The scoring function of each section. */
const judges = {
  reachable: scoreReachable,
  https: scoreHttps,
  redirects: scoreRedirects,
  speed: scoreSpeed,
  search: scoreSearch,
  mobile: scoreMobile,
  headings: scoreHeadings,
  structure: scoreStructuredData,
  contact: scoreContact,
  robots: scoreRobots,
  links: scoreLinks,
} satisfies Record<SectionKey, (given: ScoringInput) => SectionScore>;

/** The part of a report that a visit determines. */
export type AuditResult = Pick<AuditReport, 'outcome' | 'reason' | 'score' | 'sections' | 'visitedUrl'>;

/** Scores a visit section by section. For a site that could not be opened there is only the section `reachable`. */
export function scoreVisit({ outcome, reason, page }: SiteVisit, audit: Partial<ProspectAudit>): AuditResult {
  const judged = page ? judgeAll({ page, facts: page.facts, audit }) : sectionsWithoutPage(outcome, reason);
  return { outcome, reason, score: overallScore(judged), sections: judged, visitedUrl: page?.url ?? null };
}

const judgeAll = (given: ScoringInput): AuditReport['sections'] =>
  sectionKeys.map((key) => sectionOf(key, judges[key](given)));

function sectionsWithoutPage(outcome: SiteVisit['outcome'], reason: string): AuditReport['sections'] {
  // A site that blocks bots may be open to everybody else.
  const score = outcome === 'blocked' || outcome === 'partial' ? null : 0;
  const mark = score === null ? 'fair' : 'poor';
  return [sectionOf('reachable', { score, findings: [{ mark, text: reason }] })];
}

function sectionOf(key: SectionKey, { score, findings }: SectionScore): AuditReport['sections'][number] {
  const { title, weight, means } = sections[key];
  const meaning = score === null ? 'This could not be checked.' : means[ratingOf(score)];
  return { key, title, score, weight, means: meaning, findings };
}
