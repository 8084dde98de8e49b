import { useId } from 'react';
import { Link } from 'react-router-dom';
import { differenceWords, groupBefore } from '#schemas/reports/comparison.ts';
import type { Grouping } from '#schemas/reports/groupings.ts';
import { drillDown, type PeriodComparison } from '#schemas/reports/report-settings.ts';
import {
  barMeasures,
  chartOf,
  type Group,
  groupingTitles,
  type Measure,
  measures,
  nameOfGroup,
  type ReportSummary,
} from '#schemas/reports/report-summary.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import styles from './GroupTable.module.css';
import type { ShownReport } from './useReportSettings.ts';

/** The period to compare with, and its summary. */
export type ComparedPeriod = PeriodComparison & { summary: ReportSummary };

/** The props of the summary by one group. */
export interface ReportChartProps {
  grouping: Grouping;
  measured: readonly Measure[];
  /** Whether it is drawn as a chart, besides its table. */
  isCharted: boolean;
  summary: ReportSummary;
  before: ComparedPeriod | undefined;
  shown: ShownReport;
}

interface GroupTableProps extends ReportChartProps {
  /** A chart above the table, which then has no bars. */
  picture?: ElementSlot;
}

/**
 * The measures of a report by group: a table, with bars behind its totals if it is a chart, so that it is accessible. Each
 * group links to its rows (drill-down).
 */
export function GroupTable({ grouping, measured, isCharted, summary, before, shown, picture }: GroupTableProps) {
  const heading = useId();
  const { all, others, max } = chartOf(grouping, summary, measured);
  const bars = isCharted && !picture ? barMeasures(measured) : [];
  const figures = measured.filter((name) => !bars.includes(name));
  const [compared = 'rows'] = measured;
  return (
    <section className={styles.chart} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {groupingTitles[grouping]}
      </h2>
      {all.length === 0 && <p className={styles.soft}>No rows.</p>}
      {all.length > 0 && picture}
      {all.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.table} aria-labelledby={heading}>
            <thead>
              <Heads bars={bars} figures={figures} isCompared={before !== undefined} />
            </thead>
            <tbody>
              {all.map((group) => (
                <tr key={group.value}>
                  <th scope="row">
                    {group === others ? (
                      nameOfGroup(grouping, group)
                    ) : (
                      <Link to={addressOfGroup(shown, grouping, group)}>{nameOfGroup(grouping, group)}</Link>
                    )}
                  </th>
                  {bars.length > 0 && <Bars group={group} bars={bars} max={max} />}
                  {figures.map((name) => (
                    <td key={name} className={styles.number}>
                      {figureText(group, name)}
                    </td>
                  ))}
                  {before && (
                    <td className={styles.difference}>
                      {group !== others && <Difference measure={compared} {...{ grouping, group, before }} />}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Returns the address of a group's rows. */
export const addressOfGroup = ({ settings, hrefOf }: ShownReport, grouping: Grouping, { value }: Group): string =>
  `${hrefOf(drillDown(settings, grouping, value))}#rows`;

function figureText(group: Group, name: Measure): string {
  const { of, text } = measures[name];
  return text(of(group));
}

interface DifferenceProps {
  measure: Measure;
  grouping: Grouping;
  group: Group;
  before: ComparedPeriod;
}

/** The difference of a group from the same group in the earlier period. */
function Difference({ measure, grouping, group, before }: DifferenceProps) {
  const { of, text } = measures[measure];
  const earlier = groupBefore(before.summary.by[grouping] ?? [], group.value, before);
  return <span>{differenceWords(of(group), of(earlier), text)}</span>;
}

interface HeadsProps {
  bars: readonly Measure[];
  figures: readonly Measure[];
  isCompared: boolean;
}

function Heads({ bars, figures, isCompared }: HeadsProps) {
  return (
    <tr>
      <th scope="col">Group</th>
      {bars.length > 0 && (
        <th scope="col">
          {bars.map((name, series) => (
            <span key={name} className={styles.key} data-series={series}>
              {measures[name].label}
            </span>
          ))}
        </th>
      )}
      {figures.map((name) => (
        <th key={name} scope="col" className={styles.number}>
          {measures[name].label}
        </th>
      ))}
      {isCompared && (
        <th scope="col" className={styles.difference}>
          Change
        </th>
      )}
    </tr>
  );
}

function Bars({ group, bars, max }: { group: Group; bars: readonly Measure[]; max: number }) {
  return (
    <td>
      {bars.map((name, series) => (
        <div key={name} className={styles.line} title={measures[name].label}>
          <svg className={styles.bar} data-series={series} aria-hidden="true" focusable="false">
            <rect width={`${Math.max(0.5, (100 * Math.max(0, measures[name].of(group))) / max)}%`} height="10" rx="2" />
          </svg>
          <span className={styles.amount}>{figureText(group, name)}</span>
        </div>
      ))}
    </td>
  );
}
