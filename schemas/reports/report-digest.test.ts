import { describe, expect, it } from 'vitest';
import type { Report } from '../generated/types.ts';
import { reportDigest } from './report-digest.ts';
import { defaultReportSettings } from './report-settings.ts';
import type { Group, ReportSummary } from './report-summary.ts';

const period = { from: '2026-01', to: '2026-01' };
const report: Report = {
  ...{ id: '6b08b11dcb4115fb8f9b8162', revision: 1, createdAt: '', updatedAt: '' },
  ...{ name: 'Sales', kind: 'AgencyOrder', config: {} },
};
const group = (value: string, revenue: number): Group => ({ value, rows: 1, revenue, netRevenue: revenue });

interface Shown {
  groups?: Group[];
  before?: { rows: number; revenue: number };
  isPartial?: boolean;
  months?: Group[];
  config?: Report['config'];
}

function digest({
  groups = [],
  before,
  isPartial = false,
  config = {},
  months = [group('2026-02', 300)],
}: Shown): string {
  const summary: ReportSummary = {
    ...{ rows: 2, revenue: 300, netRevenue: 200 },
    by: { fiscalMonth: months, industry: [], productGroup: groups, salesChannel: [] },
  };
  const markdown = reportDigest({
    ...{
      report: { ...report, config },
      summary,
      isAttached: true,
      every: 'month',
      link: 'https://portal.example/reports/1',
    },
    settings: { ...defaultReportSettings, comparison: before ? 'before' : 'none' },
    before: before && { period, isPartial, sum: { netRevenue: before.revenue, ...before } },
  });
  return markdown.replaceAll('\\', '');
}

describe('the digest of a report', () => {
  it('compares the totals with an earlier period that has rows', () => {
    expect(digest({ before: { rows: 1, revenue: 100 } })).toContain('$200.00 more');
  });

  it('compares with nothing if either period has more rows than are counted', () => {
    const text = digest({ before: { rows: 1, revenue: 100 }, isPartial: true });
    expect(text).toContain('There are too many rows to compare with 2026-01.');
    expect(text).not.toContain('more');
  });

  it('compares with nothing if the earlier period has no rows, instead of with zero', () => {
    const text = digest({ before: { rows: 0, revenue: 0 } });
    expect(text).toContain('There are no rows in 2026-01 to compare with.');
    expect(text).not.toContain('more');
  });

  it('lists all product groups by revenue', () => {
    const text = digest({ groups: ['A', 'B', 'C', 'D'].map((value, at) => group(value, 100 - at)) });
    expect(text).toMatch(/- A: \$100\.00\n- B: \$99\.00\n- C: \$98\.00\n- D: \$97\.00/);
    expect(text).not.toContain('more');
  });

  it('says how many product groups it leaves out, and their sum', () => {
    const groups = Array.from({ length: 12 }, (_, at) => group(`Group ${at + 1}`, 100 - at));
    expect(digest({ groups })).toContain('and 3 more: $270.00');
  });

  it('has the measures and groups of the report', () => {
    const groups = [group('Radio', 70), group('Events', 30)];
    const text = digest({ groups, config: { groups: ['productGroup'], measures: ['averageRevenue', 'rows'] } });
    expect(text).toContain('- Average revenue per row $150.00\n- Rows 2');
    expect(text).not.toContain('Net revenue');
    expect(text).toContain('- Radio: Average revenue per row $70.00, Rows 1');
    expect(digest({ groups, config: { groups: ['industry'] } })).not.toContain('Radio');
  });

  it('lists the last twelve months, and the sum of those before', () => {
    const month = (at: number) => `${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
    const months = Array.from({ length: 14 }, (_, at) => group(month(at), 10));
    const text = digest({ months, config: { groups: ['fiscalMonth'] } });
    expect(text).toContain('- 2025-03: $10.00');
    expect(text).toContain('- 2026-02: $10.00\n- and 2 more: $20.00');
  });
});
