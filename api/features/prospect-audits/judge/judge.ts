import { overallScore, ratingOf, type SectionKey, sectionKeys, sections } from '#schemas/audits/sections.ts';
import type { AuditReport, ProspectAudit } from '#schemas/generated/types.ts';
import type { SiteVisit } from '../page/site-visit.ts';
import { scoreHeadings, scoreMobile, scoreSearch, scoreStructuredData } from './content.ts';
import { scoreContact, scoreLinks, scoreRobots } from './findability.ts';
import { type ScoringInput, type SectionScore, scoreOf } from './section-score.ts';

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

/** The page opened. Sites that did not open are scored without a page. */
function scoreReachable({ page }: ScoringInput): SectionScore {
  return scoreOf([{ worth: 1, found: 1, text: `The page opened at ${page.url}.` }]);
}

function scoreHttps({ page }: ScoringInput): SectionScore {
  const isSafe = page.url.startsWith('https:');
  const first = page.hops[0] ?? page.url;
  if (page.certificate) {
    return scoreOf([{ worth: 1, found: 0, text: `The certificate ${page.certificate}, so browsers show a warning.` }]);
  }
  if (isSafe) {
    const isRedirected = first.startsWith('http:');
    const led = isRedirected ? 'The site uses https and redirects visitors to it.' : 'The site uses https.';
    return scoreOf([{ worth: 1, found: 1, text: led }]);
  }
  const text = page.httpsAnswers
    ? 'The site supports https, but does not redirect visitors from http to it.'
    : 'The site does not support https.';
  return scoreOf([{ worth: 1, found: page.httpsAnswers ? 0.5 : 0, text }]);
}

function scoreRedirects({ page }: ScoringInput): SectionScore {
  const times = page.hops.length;
  if (times === 0) return scoreOf([{ worth: 1, found: 1, text: 'The address opens the page without a redirect.' }]);
  const text = `Visitors are redirected ${times === 1 ? 'once' : `${times} times`} before the page opens.`;
  return scoreOf([{ worth: 1, found: times === 1 ? costly : times === 2 ? 0.7 : times === 3 ? 0.4 : 0, text }]);
}

/**
 * Response times in seconds that people hardly notice and after which they leave, and page sizes in KiB accordingly.
 */
const answers = { quick: 0.6, slow: 3 };
const weighs = { light: 150, heavy: 1_500 };
/** Page size in KiB below which compression saves no time. */
const small = 10;

/** The best share for what costs visitors time: such a finding is never marked good. */
const costly = 0.9;

function scoreSpeed({ page, facts }: ScoringInput): SectionScore {
  const seconds = page.milliseconds / 1_000;
  const kilobytes = page.bytes / 1_024;
  const blocking = facts.blockingScripts;
  return scoreOf([
    {
      worth: 6,
      found: between(seconds, answers.quick, answers.slow),
      text: `The server responded after ${seconds.toFixed(1)} seconds.`,
    },
    {
      worth: 2,
      found: between(kilobytes, weighs.light, weighs.heavy),
      text: `The size of the page itself is ${Math.max(1, Math.round(kilobytes))} KB.`,
    },
    {
      worth: 1,
      found: page.isPacked || kilobytes < small ? 1 : 0,
      text: page.isPacked
        ? 'It is sent compressed.'
        : kilobytes < small
          ? 'It is so small that it needs no compression.'
          : 'It is sent uncompressed, which makes it slower on phones.',
    },
    {
      worth: 1,
      found: blocking === 0 ? 1 : Math.min(costly, between(blocking, 2, 10)),
      text:
        blocking === 0
          ? 'No scripts delay its display.'
          : `${blocking} ${blocking === 1 ? 'script delays' : 'scripts delay'} its display.`,
    },
  ]);
}

/** Linear interpolation: 1 up to `best`, 0 from `worst`. */
const between = (value: number, best: number, worst: number): number =>
  Math.min(1, Math.max(0, (worst - value) / (worst - best)));
