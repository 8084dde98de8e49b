import { overallScore, ratingOf, type SectionKey, sectionKeys, sections } from '#schemas/audits/sections.ts';
import type { AuditReport, ProspectAudit } from '#schemas/generated/types.ts';
import type { Visited } from '../page/visited.ts';
import { headings, mobile, search, structure } from './content.ts';
import { contact, links, robots } from './finding.ts';
import type { Case, Judged } from './judged.ts';
import { https, reachable, redirects, speed } from './way.ts';

/** The scoring function of each section. */
const judges = {
  reachable,
  https,
  redirects,
  speed,
  search,
  mobile,
  headings,
  structure,
  contact,
  robots,
  links,
} satisfies Record<SectionKey, (given: Case) => Judged>;

/** The part of a report that a visit determines. */
export type Judgement = Pick<AuditReport, 'outcome' | 'reason' | 'score' | 'sections' | 'visitedUrl'>;

/** Scores a visit section by section. For a site that could not be opened there is only the section `reachable`. */
export function judge({ outcome, reason, page }: Visited, audit: Partial<ProspectAudit>): Judgement {
  const judged = page ? judgeAll({ page, facts: page.facts, audit }) : sectionsWithoutPage(outcome, reason);
  return { outcome, reason, score: overallScore(judged), sections: judged, visitedUrl: page?.url ?? null };
}

const judgeAll = (given: Case): AuditReport['sections'] => sectionKeys.map((key) => sectionOf(key, judges[key](given)));

function sectionsWithoutPage(outcome: Visited['outcome'], reason: string): AuditReport['sections'] {
  // A site that blocks bots may be open to everybody else.
  const score = outcome === 'blocked' || outcome === 'partial' ? null : 0;
  const mark = score === null ? 'fair' : 'poor';
  return [sectionOf('reachable', { score, findings: [{ mark, text: reason }] })];
}

function sectionOf(key: SectionKey, { score, findings }: Judged): AuditReport['sections'][number] {
  const { title, weight, means } = sections[key];
  const meaning = score === null ? 'This could not be judged.' : means[ratingOf(score)];
  return { key, title, score, weight, means: meaning, findings };
}
