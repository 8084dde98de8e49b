import { useId } from 'react';
import { Link } from 'react-router-dom';
import { differenceWords, groupBefore } from '#schemas/reports/comparison.ts';
import type { Grouping } from '#schemas/reports/groupings.ts';
import { drillDown } from '#schemas/reports/report-settings.ts';
import {
  chartOf,
  type Group,
  groupingTitles,
  nameOfGroup,
  type ReportSummary,
} from '#schemas/reports/report-summary.ts';
import { moneyText } from '#schemas/texts/money.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import styles from './RevenueBars.module.css';
import type { ComparedPeriod } from './Totals.tsx';
import type { ShownReport } from './useReportSettings.ts';

/** The props of a report chart. */
export interface ReportChartProps {
  grouping: Grouping;
  summary: ReportSummary;
  before: ComparedPeriod | undefined;
  shown: ShownReport;
}

interface RevenueBarsProps extends ReportChartProps {
  /** A chart above the table, which then has no bars. */
  picture?: ElementSlot;
}

/**
 * Revenue and net revenue by group: a table with bars behind its figures, so that it is accessible. Each group links to
 * its rows (drill-down).
 */
export function RevenueBars({ grouping, summary, before, shown, picture }: RevenueBarsProps) {
  const heading = useId();
  const { all, others, max } = chartOf(grouping, summary);
  const earlier = before?.summary.by[grouping] ?? [];
  const sumBefore = ({ value }: Group) => groupBefore(earlier, value, before);
  return (
    <section className={styles.chart} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {groupingTitles[grouping]}
      </h2>
      {all.length === 0 && <p className={styles.soft}>No rows.</p>}
      {all.length > 0 && picture}
      {all.length > 0 && (
        <table className={styles.table} aria-labelledby={heading}>
          <thead>
            <Heads isPictured={picture !== undefined} isCompared={before !== undefined} />
          </thead>
          <tbody>
            {all.map((group) => (
              <tr key={group.value}>
                <th scope="row">
                  {group === others ? (
                    nameOfGroup(group)
                  ) : (
                    <Link to={addressOfGroup(shown, grouping, group)}>{nameOfGroup(group)}</Link>
                  )}
                </th>
                {picture ? <Amounts group={group} /> : <Bars group={group} max={max} />}
                {before && (
                  <td className={styles.difference}>
                    {group === others ? '' : differenceWords(group.revenue, sumBefore(group).revenue, moneyText)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Returns the address of a group's rows. */
export const addressOfGroup = ({ settings, hrefOf }: ShownReport, grouping: Grouping, { value }: Group): string =>
  `${hrefOf(drillDown(settings, grouping, value))}#rows`;

function Heads({ isPictured, isCompared }: { isPictured: boolean; isCompared: boolean }) {
  return (
    <tr>
      <th scope="col">Group</th>
      {isPictured ? (
        <>
          <th scope="col" className={styles.number}>
            Revenue
          </th>
          <th scope="col" className={styles.number}>
            Net revenue
          </th>
        </>
      ) : (
        <th scope="col">
          <span className={styles.key}>Revenue</span>
          <span className={`${styles.key} ${styles.net}`}>Net revenue</span>
        </th>
      )}
      {isCompared && (
        <th scope="col" className={styles.difference}>
          Change
        </th>
      )}
    </tr>
  );
}

function Amounts({ group }: { group: Group }) {
  return (
    <>
      <td className={styles.number}>{moneyText(group.revenue)}</td>
      <td className={styles.number}>{moneyText(group.netRevenue)}</td>
    </>
  );
}

function Bars({ group, max }: { group: Group; max: number }) {
  return (
    <td>
      <Bar amount={group.revenue} max={max} label="Revenue" />
      <Bar amount={group.netRevenue} max={max} label="Net revenue" isNet />
    </td>
  );
}

interface BarProps {
  amount: number;
  max: number;
  label: string;
  isNet?: boolean;
}

/** One horizontal bar with its amount. */
function Bar({ amount, max, label, isNet = false }: BarProps) {
  return (
    <div className={styles.line} title={label}>
      <svg className={isNet ? `${styles.bar} ${styles.net}` : styles.bar} aria-hidden="true" focusable="false">
        <rect width={`${Math.max(0.5, (100 * Math.max(0, amount)) / max)}%`} height="10" rx="2" />
      </svg>
      <span className={styles.amount}>{moneyText(amount)}</span>
    </div>
  );
}
