import type { AuditReport } from '#schemas/generated/types.ts';
import type { PageFacts } from './page-facts.ts';

/** What one visit to a web site has seen: all that is judged. */
export interface Visited {
  outcome: AuditReport['outcome'];
  /** What came between, in words. */
  reason: string;
  /** Null where no page was seen. */
  page: Page | null;
}

/** The page that was found. */
export interface Page {
  /** Where it was, after redirects. */
  url: string;
  facts: PageFacts;
  hops: string[];
  /** Why the certificate does not hold; null where it does, or where none was shown. */
  certificate: string | null;
  /** Until the first byte. */
  milliseconds: number;
  /** Unpacked. */
  bytes: number;
  isPacked: boolean;
  /** What else was looked at; null for what was not, for want of time. */
  httpsAnswers: boolean | null;
  robots: Robots | null;
  links: LinkSeen[];
}

export interface Robots {
  isThere: boolean;
  /** Whether it keeps everybody from every page. */
  forbidsAll: boolean;
  hasSitemap: boolean;
}

export interface LinkSeen {
  url: string;
  /** 0 where nothing answered; null where it was not tried. */
  status: number | null;
}
