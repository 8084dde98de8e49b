import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { auditOutcomes } from '#schemas/audits/outcomes.ts';
import { compareReports } from '#schemas/audits/sections.ts';
import type { AuditReport, ProspectAudit } from '#schemas/generated/types.ts';
import { momentText } from '#schemas/texts/moments.ts';
import { listOf, recordOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PageHead } from '../frame/PageHead.tsx';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { Field } from '../look/Field.tsx';
import { DialogLoadError, LoadError, PartLoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './Audit.module.css';
import { auditReportOf } from './auditQueries.ts';
import { AuditReportView } from './ReportView.tsx';

const ShareDialog = lazyComponent(async () => (await import('../shares/ShareDialog.tsx')).ShareDialog, {
  errorFallback: DialogLoadError,
  isDialog: true,
});
const MakeOrder = lazyComponent(async () => (await import('./CreateOrderFromAudit.tsx')).CreateOrderFromAudit, {
  fallback: () => <Skeleton lines={8} />,
  errorFallback: PartLoadError,
});

/** The polling interval of a running audit; milliseconds. */
const pollingInterval = 1_000;

/** The page of one audit: its progress, then its report. Print shows only the report. */
export function AuditPage() {
  const { auditId = '' } = useParams();
  const audit = useQuery({
    ...recordOf('prospect_audit', auditId),
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? pollingInterval : false),
  });
  if (audit.error) return <LoadError error={audit.error} onRetry={() => void audit.refetch()} />;
  if (!audit.data) return <Skeleton lines={8} />;
  return <Audit key={auditId} audit={audit.data} />;
}

function Audit({ audit }: { audit: ProspectAudit }) {
  const [openPanel, setOpenPanel] = useState<'nothing' | 'share' | 'order'>('nothing');
  const { ability } = useSignedIn();
  const report = useQuery({ ...auditReportOf(audit), enabled: Boolean(audit.reportId) });
  const isRunning = audit.status === 'processing';
  const close = () => setOpenPanel('nothing');
  return (
    <>
      <PageHead
        title={audit.businessName}
        actions={
          report.data && (
            <div className={`${styles.actions} ${styles.unprinted}`}>
              <Button onClick={() => setOpenPanel('share')}>Share</Button>
              <Button onClick={() => window.print()}>Print</Button>
              {ability.can('create', 'Order') && openPanel !== 'order' && (
                <Button kind="primary" onClick={() => setOpenPanel('order')}>
                  Create client and order
                </Button>
              )}
            </div>
          )
        }
      />
      <div className={`${styles.block} ${styles.unprinted}`}>
        {isRunning ? <Progress audit={audit} /> : <Ended audit={audit} />}
        <p>
          <Link to="/prospect_audit">All audits</Link>
        </p>
      </div>
      {openPanel === 'order' && (
        <div className={styles.unprinted}>
          <MakeOrder audit={audit} onClose={close} />
        </div>
      )}
      {report.error && <LoadError error={report.error} onRetry={() => void report.refetch()} />}
      {report.data && (
        <>
          <AuditReportView audit={audit} report={report.data} />
          <div className={styles.unprinted}>
            <CompareAudits audit={audit} report={report.data} />
          </div>
        </>
      )}
      {openPanel === 'share' && <ShareDialog kind="prospectAudit" subject={audit.id} onClose={close} />}
    </>
  );
}

/** The steps of an audit. */
const steps = ['Opening the website…', 'Reading the page…', 'Checking its links…'];

function Progress({ audit: { done, total } }: { audit: ProspectAudit }) {
  return (
    <div role="status">
      <p>{total > 0 ? (steps[done] ?? 'Writing the report…') : 'Waiting to start…'}</p>
      <progress
        className={styles.progress}
        aria-label="Audit"
        max={Math.max(total, 1)}
        value={total > 0 ? done + 0.5 : 0}
      />
    </div>
  );
}

/** The result of an audit, with a retry button. */
function Ended({ audit }: { audit: ProspectAudit }) {
  const cache = useQueryClient();
  const { ability } = useSignedIn();
  const retry = useMutation({
    mutationFn: () => {
      const { id, revision } = audit;
      return request<ProspectAudit>({ method: 'POST', path: `prospect_audit/${id}/retry`, body: {}, revision });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['prospect_audit'] }),
  });
  const outcome = audit.outcome ?? 'failed';
  // A retry is useless if no website was given.
  const button = outcome !== 'noSite' && ability.can('create', 'ProspectAudit') && (
    <Button isBusy={retry.isPending} onClick={() => retry.mutate()}>
      {outcome === 'complete' ? 'Audit again' : 'Try again'}
    </Button>
  );
  return (
    <>
      {outcome === 'complete' ? (
        button && <div>{button}</div>
      ) : (
        <Banner
          status={audit.status === 'error' ? 'error' : 'info'}
          title={auditOutcomes[outcome].title}
          actions={button}
        >
          <p>{[audit.reason, auditOutcomes[outcome].next].filter(Boolean).join(' ')}</p>
        </Banner>
      )}
      {audit.madeOrder && <p className={styles.soft}>A client and a draft order were created from this audit.</p>}
      {retry.error && <LoadError error={retry.error} />}
    </>
  );
}

/** Compares an audit with an earlier one of the same business. Renders nothing if there is no other. */
function CompareAudits({ audit, report }: { audit: ProspectAudit; report: AuditReport }) {
  const [chosen, setChosen] = useState('');
  const list = useQuery(listOf('prospect_audit', { business: audit.business, limit: 50, sort: '-createdAt' }));
  const others = list.data?.results.filter(({ id, reportId }) => id !== audit.id && reportId) ?? [];
  const other = others.find(({ id }) => id === chosen);
  const before = useQuery({ ...auditReportOf(other ?? audit), enabled: other !== undefined });
  if (others.length === 0) return null;
  return (
    <section className={styles.block} aria-labelledby="compare">
      <h2 id="compare">Compare</h2>
      <Field label="Compare with" hint="Other audits of the same business.">
        {(control) => (
          <select {...control} value={chosen} onChange={({ target }) => setChosen(target.value)}>
            <option value="">Choose one</option>
            {others.map(({ id, createdAt, score }) => (
              <option key={id} value={id}>
                {`${momentText(createdAt)}, ${score === null ? 'not scored' : `${score} of 100`}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {before.error && <LoadError error={before.error} onRetry={() => void before.refetch()} />}
      {other && before.data && <Differences earlier={before.data} later={report} />}
    </section>
  );
}

function Differences({ earlier, later }: { earlier: AuditReport; later: AuditReport }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Section</th>
          <th scope="col">That audit</th>
          <th scope="col">This audit</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {compareReports(earlier, later).map(({ key, title, before, after, difference }) => (
          <tr key={key}>
            <th scope="row">{title}</th>
            <td>{before ?? '–'}</td>
            <td>{after ?? '–'}</td>
            <td>{difference === null ? '–' : difference > 0 ? `+${difference}` : difference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
