import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { compareReports } from '#schemas/audits/compare.ts';
import type { AuditReport, ProspectAudit } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import { Field } from '../look/Field.tsx';
import { formatDateTime } from '../look/formatTime.ts';
import { LoadError } from '../look/LoadError.tsx';
import styles from './Audit.module.css';
import { auditReportOf } from './auditQueries.ts';

/** Compares an audit with an earlier one of the same business. Renders nothing if there is no other. */
export function CompareAudits({ audit, report }: { audit: ProspectAudit; report: AuditReport }) {
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
                {`${formatDateTime(createdAt)}, ${score === null ? 'not scored' : `${score} of 100`}`}
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
