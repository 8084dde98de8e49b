import { EmptyState } from '../look/EmptyState.tsx';
import { type ReportedAudit, ReportView, type ShownReport } from './ReportView.tsx';

export interface SharedAuditProps {
  audit: ReportedAudit;
  report: ShownReport | null;
}

/** The public page of an audit, for readers with a share link. */
export function SharedAudit({ audit, report }: SharedAuditProps) {
  if (!report) return <EmptyState title="No report yet">The audit is under way. Come back in a minute.</EmptyState>;
  return <ReportView audit={audit} report={report} />;
}
