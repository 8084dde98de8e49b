import { type Comparison, differenceWords, wordsOfPeriod } from '#schemas/reports/comparison.ts';
import type { PeriodComparison } from '#schemas/reports/report-settings.ts';
import { type Measure, measures, type ReportSummary } from '#schemas/reports/report-summary.ts';
import styles from './Totals.module.css';

/** The period to compare with, and its summary. */
export type ComparedPeriod = PeriodComparison & { summary: ReportSummary };

/** The totals of all rows and, if a comparison is selected, the difference from the earlier period. */
export function Totals({
  measured,
  summary,
  comparison,
  before,
}: {
  measured: readonly Measure[];
  summary: ReportSummary;
  comparison: Comparison;
  before: ComparedPeriod | undefined;
}) {
  return (
    <section className={styles.totals} aria-label="Totals">
      <dl className={styles.figures}>
        {measured.map((name) => {
          const { label, of, text } = measures[name];
          return (
            <div key={name}>
              <dt className={styles.label}>{label}</dt>
              <dd className={styles.figure}>{text(of(summary))}</dd>
              {before && (
                <dd className={styles.difference}>
                  <span>{differenceWords(of(summary), of(before.summary), text)}</span>
                  <span className={styles.before}>
                    {`${wordsOfPeriod(before.before)}: ${text(of(before.summary))}`}
                  </span>
                </dd>
              )}
            </div>
          );
        })}
      </dl>
      {comparison !== 'none' && (
        <p className={styles.words} role="status">
          {before
            ? `${wordsOfPeriod(before.now)} compared with ${wordsOfPeriod(before.before)}.`
            : 'There are no months to compare.'}
        </p>
      )}
    </section>
  );
}
