import { auditOutcomes } from '#schemas/audits/outcomes.ts';
import { type Rating, ratingOf } from '#schemas/audits/sections.ts';
import type { AuditReport, ProspectAudit } from '#schemas/generated/types.ts';
import { momentText } from '#schemas/texts/moments.ts';
import { Icon } from '../look/Icon.tsx';
import styles from './ReportView.module.css';

/** The fields of an audit that its report shows. */
export type ReportedAudit = Pick<
  ProspectAudit,
  | 'businessName'
  | 'businessUrl'
  | 'businessBuildingNo'
  | 'businessStreet'
  | 'businessCity'
  | 'businessState'
  | 'businessZip'
>;

/** The parts of a report that are shown. */
export type ShownAuditReport = Pick<
  AuditReport,
  'outcome' | 'reason' | 'score' | 'visitedUrl' | 'visitedAt' | 'sections'
>;

/** An audit report, for the portal, share links and print. */
export function AuditReportView({ audit, report }: { audit: ReportedAudit; report: ShownAuditReport }) {
  const { outcome, reason, score, visitedUrl, visitedAt, sections } = report;
  return (
    <article className={styles.report} aria-label={`Report on ${audit.businessName}`}>
      <header className={styles.head}>
        <div>
          <p className={styles.address}>{addressOf(audit)}</p>
          <p className={styles.address}>{visitedUrl ?? audit.businessUrl}</p>
          <p className={styles.visited}>
            Reviewed <time dateTime={visitedAt}>{momentText(visitedAt)}</time>
          </p>
        </div>
        {score !== null && (
          <p className={styles.score} data-band={ratingOf(score)}>
            <strong>{score}</strong> of 100
            <span className={styles.word}>{bandWords[ratingOf(score)]}</span>
          </p>
        )}
      </header>
      {outcome !== 'complete' && (
        <p className={styles.outcome}>
          <strong>{`${auditOutcomes[outcome].title}.`}</strong> <span>{reason}</span>
        </p>
      )}
      {sections.map((section) => (
        <section key={section.key} className={styles.section} aria-labelledby={`audit-${section.key}`}>
          <h2 id={`audit-${section.key}`} className={styles.title}>
            <span>{section.title}</span>
            <SectionScore score={section.score} label={section.title} />
          </h2>
          <p className={styles.means}>{section.means}</p>
          <ul className={styles.findings}>
            {section.findings.map(({ mark, text }) => (
              <li key={text} data-band={mark}>
                <Icon name={markIcons[mark]} size={16} />
                <span>
                  <span className={styles.hidden}>{`${markWords[mark]}: `}</span>
                  <span>{text}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}

function SectionScore({ score, label }: { score: number | null; label: string }) {
  if (score === null) return <span className={styles.none}>not scored</span>;
  return (
    <span className={styles.figure}>
      <meter
        className={styles.meter}
        min={0}
        max={100}
        low={50}
        high={80}
        optimum={100}
        value={score}
        aria-label={label}
      />
      <span>{score}</span>
    </span>
  );
}

const bandWords: Record<Rating, string> = { good: 'Good', fair: 'Could be better', poor: 'Needs work' };
const markWords: Record<Rating, string> = { good: 'Good', fair: 'Could be better', poor: 'Missing' };
const markIcons = { good: 'check', fair: 'warn', poor: 'alert' } as const satisfies Record<Rating, string>;

function addressOf(audit: ReportedAudit): string {
  const street = [audit.businessBuildingNo, audit.businessStreet].filter(Boolean).join(' ');
  const region = [audit.businessState, audit.businessZip].filter(Boolean).join(' ');
  return [street, audit.businessCity, region].filter(Boolean).join(', ');
}
