import { bandOf, overallScore, type SectionKey, sectionKeys, sections } from '#schemas/audits/sections.ts';
import type { AuditReport, ProspectAudit } from '#schemas/generated/types.ts';
import type { Visited } from '../page/visited.ts';
import { headings, mobile, search, structure } from './content.ts';
import { contact, links, robots } from './finding.ts';
import type { Case, Judged } from './judged.ts';
import { https, reachable, redirects, speed } from './way.ts';

/** How each section is judged. */
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

/** What a report says of a visit. */
export type Judgement = Pick<AuditReport, 'outcome' | 'reason' | 'score' | 'sections' | 'visitedUrl'>;

/** Judges what a visit has seen, section by section. Of a site that nobody could open there is that alone to say. */
export function judge({ outcome, reason, page }: Visited, audit: Partial<ProspectAudit>): Judgement {
  const judged = page ? judgedAll({ page, facts: page.facts, audit }) : unopened(outcome, reason);
  return { outcome, reason, score: overallScore(judged), sections: judged, visitedUrl: page?.url ?? null };
}

const judgedAll = (given: Case): AuditReport['sections'] =>
  sectionKeys.map((key) => sectionOf(key, judges[key](given)));

function unopened(outcome: Visited['outcome'], reason: string): AuditReport['sections'] {
  // Who keeps visitors like us out may be open to everybody else.
  const score = outcome === 'blocked' || outcome === 'partial' ? null : 0;
  const mark = score === null ? 'fair' : 'poor';
  return [sectionOf('reachable', { score, findings: [{ mark, text: reason }] })];
}

function sectionOf(key: SectionKey, { score, findings }: Judged): AuditReport['sections'][number] {
  const { title, weight, means } = sections[key];
  const meant = score === null ? 'This could not be judged.' : means[bandOf(score)];
  return { key, title, score, weight, means: meant, findings };
}
