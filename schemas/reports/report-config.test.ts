import { describe, expect, it } from 'vitest';
import type { Report } from '../generated/types.ts';
import { keptWords, reportCharts, reportColumns } from './report-config.ts';

const report = (config: Report['config'], kind: Report['kind'] = 'AgencyOrder'): Report => ({
  id: 'a'.repeat(24),
  revision: 1,
  createdAt: '',
  updatedAt: '',
  name: 'Revenue',
  kind,
  config,
});

describe('what the configuration of a report says', () => {
  it('is which columns it has, in what order', () => {
    const names = (config: Report['config']) => reportColumns(report(config)).map(({ name }) => name);
    expect(names({ columns: ['revenue', 'customer_name', 'no_such'] })).toEqual(['revenue', 'customer_name']);
    expect(names({ columns: [] })).toEqual(names({}));
    expect(names({ columns: 'revenue' })).toEqual(names({}));
  });

  it('is which charts it has, in what order', () => {
    expect(reportCharts(report({ charts: ['industry', 'fiscalMonth', 'no such'] }))).toEqual([
      'industry',
      'fiscalMonth',
    ]);
    expect(reportCharts(report({ charts: [] }))).toEqual([]);
    expect(reportCharts(report({}))).toHaveLength(4);
    expect(reportCharts(report({}, 'Test'))).toEqual([]);
  });

  it('is which rows it has, told in words', () => {
    const filters = {
      industry: ['Food', null],
      fiscal_year: 2026,
      fiscal_year_month: { from: '2026-01', to: '2026-06' },
    };
    expect(keptWords(report({ filters }))).toEqual([
      'Industry: Food, not said',
      'Fiscal year: 2026',
      'Fiscal year month: from 2026-01 to 2026-06',
    ]);
    expect(keptWords(report({}))).toEqual([]);
  });
});
