import type { ProspectAudit } from '../generated/types.ts';

export type AuditOutcome = NonNullable<ProspectAudit['outcome']>;

interface OutcomeWords {
  title: string;
  /** Explains the outcome and what to do next. */
  next: string;
  status: Exclude<ProspectAudit['status'], 'processing'>;
}

/** The possible outcomes of an audit, each with the status that it results in. */
export const auditOutcomes: Record<AuditOutcome, OutcomeWords> = {
  complete: { title: 'Complete', next: 'The whole page was checked.', status: 'success' },
  partial: {
    title: 'Partly checked',
    next: 'Not all of the page could be checked. Try again, or use these results.',
    status: 'success',
  },
  noSite: {
    title: 'No web site',
    next: 'If there is one, start another audit with its address.',
    status: 'success',
  },
  unreachable: {
    title: 'Not reachable',
    next: 'The web site did not open. Check its address, or try again later.',
    status: 'error',
  },
  blocked: {
    title: 'Blocked',
    next: 'The web site blocks automated visitors, or is not on the public internet. Check it yourself, or try again later.',
    status: 'error',
  },
  failed: {
    title: 'Failed',
    next: 'The audit itself failed. Nothing is wrong with the web site: try again.',
    status: 'error',
  },
};

/** A key that is equal for audits of the same business: the host of the web site, else name and ZIP code. */
export function businessKey({ businessUrl, businessName, businessZip }: Partial<ProspectAudit>): string {
  const url = parseSiteUrl(businessUrl ?? '');
  if (url) return url.hostname.replace(/^www\./, '').slice(0, 300);
  return `${businessName ?? ''} ${businessZip ?? ''}`.trim().toLowerCase().replace(/\s+/g, ' ');
}

/**
 * Parses the address of a web site as people type it; without a scheme it defaults to https. Undefined if it is not a
 * valid http(s) URL.
 */
export function parseSiteUrl(written: string): URL | undefined {
  const text = written.trim();
  if (text === '' || /\s/.test(text)) return undefined;
  const address = hasScheme(text) ? text : `https://${text.replace(/^\/+/, '')}`;
  const url = parseUrl(address);
  if (!url) return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return Object.assign(url, { username: '', password: '', hash: '' });
}

/** Parses a URL; undefined if it is not valid. Safari has `URL.canParse` since 17.0. */
function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** Whether a typed address includes a scheme such as `https://`. */
export const hasScheme = (written: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(written.trim());
