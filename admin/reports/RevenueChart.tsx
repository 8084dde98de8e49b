import { useNavigate } from 'react-router-dom';
import { addressOfGroup, type ReportChartProps, RevenueBars } from '#portal/reports/RevenueBars.tsx';
import { groupBefore } from '#schemas/reports/comparison.ts';
import { chartOf, nameOfGroup } from '#schemas/reports/report-summary.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { ChartBars } from '../charts/Bars.tsx';

/** Revenue chart by group, with the previous period, and the same numbers as a table. A bar links to its rows. */
export function RevenueChart(props: ReportChartProps) {
  const { grouping, summary, before, shown } = props;
  const navigate = useNavigate();
  const { all, others } = chartOf(grouping, summary);
  const earlier = before?.summary.by[grouping] ?? [];
  const series = [
    { label: 'Revenue', data: all.map(({ revenue }) => revenue), colour: 'var(--accent)' },
    { label: 'Net revenue', data: all.map(({ netRevenue }) => netRevenue), colour: 'var(--text-soft)' },
    ...(before
      ? [
          {
            label: 'Revenue before',
            data: all.map(({ value }) => groupBefore(earlier, value, before).revenue),
            colour: 'var(--info)',
          },
        ]
      : []),
  ];
  const pick = (index: number) => {
    const group = all[index];
    if (group && group !== others) void navigate(addressOfGroup(shown, grouping, group));
  };
  return (
    <RevenueBars
      {...props}
      picture={<ChartBars labels={all.map(nameOfGroup)} series={series} text={moneyText} onPick={pick} />}
    />
  );
}
