import { queryOptions } from '@tanstack/react-query';
import type { AuditReport, ProspectAudit } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';

/** Query options of an audit's report. Reports are immutable, so they are cached forever. */
export const auditReportOf = ({ id, reportId = '' }: Pick<ProspectAudit, 'id' | 'reportId'>) =>
  queryOptions({
    queryKey: ['prospect_audit', 'report', id, reportId],
    queryFn: ({ signal }) => request<AuditReport>({ path: `prospect_audit/${id}/reports/${reportId}`, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A product that an audit suggests, with the reasons. */
export interface SuggestedProduct {
  product: { id: string; key: string; name: string };
  reasons: string[];
}

/** Query options of the products that the administrators' scripts suggest for an audit. */
export const suggestionsOf = (id: string) =>
  queryOptions({
    queryKey: ['prospect_audit', 'suggestions', id],
    queryFn: ({ signal }) => request<SuggestedProduct[]>({ path: `prospect_audit/${id}/suggestions`, signal }),
  });
