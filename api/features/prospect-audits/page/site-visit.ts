import type { AuditReport } from '#schemas/generated/types.ts';
import type { PageFacts } from './page-facts.ts';

/** Result of visiting a web site: everything that is scored. */
export interface SiteVisit {
  outcome: AuditReport['outcome'];
  /** Why the visit was not complete, in words. */
  reason: string;
  /** Null when no page was loaded. */
  page: VisitedPage | null;
}

/** The page that was loaded. */
export interface VisitedPage {
  /** URL after redirects. */
  url: string;
  facts: PageFacts;
  hops: string[];
  /** Why the certificate is invalid; null when it is valid or there was none. */
  certificate: string | null;
  /** Time to first byte. */
  milliseconds: number;
  /** Decompressed size. */
  bytes: number;
  isPacked: boolean;
  /** Results of further checks; null for checks that were skipped for lack of time. */
  httpsAnswers: boolean | null;
  robots: RobotsTxt | null;
  links: CheckedLink[];
}

export interface RobotsTxt {
  isThere: boolean;
  /** Whether all user agents are excluded from all pages. */
  forbidsAll: boolean;
  hasSitemap: boolean;
}

export interface CheckedLink {
  url: string;
  /** 0 without a response; null when it was not checked. */
  status: number | null;
}
