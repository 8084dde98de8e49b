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

function digest({ groups = [], before }: { groups?: Group[]; before?: { rows: number; revenue: number } }): string {
  const summary: ReportSummary = {
    ...{ rows: 2, revenue: 300, netRevenue: 200 },
    by: { fiscalMonth: [group('2026-02', 300)], industry: [], productGroup: groups, salesChannel: [] },
  };
  const markdown = reportDigest({
    ...{ report, summary, isAttached: true, every: 'month', link: 'https://portal.example/reports/1' },
    settings: { ...defaultReportSettings, comparison: before ? 'before' : 'none' },
    before: before && { period, sum: { netRevenue: before.revenue, ...before } },
  });
  return markdown.replaceAll('\\', '');
}

describe('the digest of a report', () => {
  it('compares the totals with an earlier period that has rows', () => {
    expect(digest({ before: { rows: 1, revenue: 100 } })).toContain('$200.00 more');
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
});
