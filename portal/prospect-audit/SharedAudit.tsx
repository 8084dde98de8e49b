import { EmptyState } from '../look/EmptyState.tsx';
import { AuditReportView, type ReportedAudit, type ShownAuditReport } from './ReportView.tsx';

export interface SharedAuditProps {
  audit: ReportedAudit;
  report: ShownAuditReport | null;
}

/** The public page of an audit, for readers with a share link. */
export function SharedAudit({ audit, report }: SharedAuditProps) {
  if (!report) return <EmptyState title="No report yet">The audit is in progress. Come back in a minute.</EmptyState>;
  return <AuditReportView audit={audit} report={report} />;
}
