import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { ShareLink } from '#schemas/generated/types.ts';
import { momentText } from '#schemas/texts/moments.ts';
import { isNotFound } from '../api/ApiError.ts';
import { request } from '../api/request.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Button } from '../look/Button.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { SharedProof, type SharedProofProps } from '../orders/proof/SharedProof.tsx';
import { AuditReportView, type ReportedAudit, type ShownAuditReport } from '../prospect-audit/ReportView.tsx';
import styles from './Shares.module.css';

/** The response for a share link: the content is in the property named after its kind. */
type Opened = Pick<ShareLink, 'kind' | 'expires'> & { sharedBy: string } & Shown;

interface Shown extends Record<ShareLink['kind'], object> {
  prospectAudit: SharedAuditProps;
  proofOfWork: SharedProofProps;
}

/** The view of each kind. */
const views = {
  prospectAudit: ({ prospectAudit }) => ({
    title: prospectAudit.audit.businessName,
    content: <SharedAudit {...prospectAudit} />,
  }),
  proofOfWork: ({ proofOfWork }) => ({ title: 'Proof of work', content: <SharedProof {...proofOfWork} /> }),
} satisfies Record<ShareLink['kind'], (opened: Opened) => { title: string; content: ReactElement }>;

/** The landing page of share links: one record to read and print, without a sign-in. */
function SharedPage() {
  const [token] = useState(() => location.hash.slice(1));
  const opened = useQuery({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => request<Opened>({ method: 'POST', path: 'shared', body: { token }, signal, isOpen: true }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <main className={styles.page}>{shown(token, opened)}</main>;
}

function shown(token: string, { data, error, refetch }: ReturnType<typeof useQuery<Opened>>): ReactNode {
  if (token === '' || isNotFound(error))
    return (
      <EmptyState title="This link doesn't work">
        It has expired, was revoked or is incomplete. Ask the sender for a new one.
      </EmptyState>
    );
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  const { title, content } = views[data.kind](data);
  return (
    <>
      <PageHead
        title={title}
        actions={
          <Button onClick={() => window.print()} className={styles.print}>
            Print
          </Button>
        }
      />
      {content}
      <p className={styles.foot}>{`Shared by ${data.sharedBy}. This link works until ${momentText(data.expires)}.`}</p>
    </>
  );
}

export const shareRoutes: RouteObject[] = [{ path: '/shared', element: <SharedPage /> }];

interface SharedAuditProps {
  audit: ReportedAudit;
  report: ShownAuditReport | null;
}

/** The public page of an audit, for readers with a share link. */
function SharedAudit({ audit, report }: SharedAuditProps) {
  if (!report) return <EmptyState title="No report yet">The audit is in progress. Come back in a minute.</EmptyState>;
  return <AuditReportView audit={audit} report={report} />;
}
