import { queryOptions } from '@tanstack/react-query';
import type { AuditReport, ProspectAudit } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';

/** The report that an audit has ended with; it never changes. */
export const auditReportOf = ({ id, reportId = '' }: Pick<ProspectAudit, 'id' | 'reportId'>) =>
  queryOptions({
    queryKey: ['prospect_audit', 'report', id, reportId],
    queryFn: ({ signal }) => request<AuditReport>({ path: `prospect_audit/${id}/reports/${reportId}`, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A product that an audit suggests, and why. */
export interface Suggested {
  product: { id: string; key: string; name: string };
  reasons: string[];
}

/** What an administrator's scripts suggest for an audit. */
export const suggestionsOf = (id: string) =>
  queryOptions({
    queryKey: ['prospect_audit', 'suggestions', id],
    queryFn: ({ signal }) => request<Suggested[]>({ path: `prospect_audit/${id}/suggestions`, signal }),
  });
