import { describe, expect, it } from 'vitest';
import type { Report } from '../generated/types.ts';
import {
  configOfKind,
  filterValueText,
  rangeFields,
  rangeKindOf,
  reportCharts,
  reportColumns,
  reportFields,
  reportFilterWords,
  reportGroups,
  reportMeasures,
  textInField,
} from './report-config.ts';

const report = (config: Report['config'], kind: Report['kind'] = 'AgencyOrder'): Report => ({
  id: 'a'.repeat(24),
  revision: 1,
  createdAt: '',
  updatedAt: '',
  name: 'Revenue',
  kind,
  config,
});

describe('the config of a report', () => {
  it('selects and orders the columns', () => {
    const names = (config: Report['config']) => reportColumns(report(config)).map(({ name }) => name);
    expect(names({ columns: ['revenue', 'customer_name', 'no_such'] })).toEqual(['revenue', 'customer_name']);
    expect(names({ columns: [] })).toEqual(names({}));
    expect(names({ columns: 'revenue' })).toEqual(names({}));
  });

  it('selects and orders the charts', () => {
    expect(reportCharts(report({ charts: ['industry', 'fiscalMonth', 'no such'] }))).toEqual([
      'industry',
      'fiscalMonth',
    ]);
    expect(reportCharts(report({ charts: [] }))).toEqual([]);
    expect(reportCharts(report({}))).toHaveLength(4);
    expect(reportCharts(report({}, 'Test'))).toEqual([]);
  });

  it('selects and orders the groups; those without `groups` are the charts, and charts are shown in any case', () => {
    expect(reportGroups(report({}))).toEqual(['fiscalMonth', 'industry', 'productGroup', 'salesChannel']);
    expect(reportGroups(report({ charts: ['industry'] }))).toEqual(['industry']);
    const config = { groups: ['salesChannel', 'no such', 'industry'] };
    expect(reportGroups(report(config))).toEqual(['salesChannel', 'industry']);
    expect(reportCharts(report(config))).toEqual(['salesChannel', 'industry']);
    expect(reportGroups(report({ ...config, charts: ['fiscalMonth', 'industry'] }))).toEqual([
      ...['salesChannel', 'industry', 'fiscalMonth'],
    ]);
    expect(reportGroups(report({ groups: ['industry'] }, 'Test'))).toEqual([]);
  });

  it('selects and orders the measures; without `measures`, groups have no count', () => {
    expect(reportMeasures(report({}))).toEqual(['revenue', 'netRevenue', 'rows']);
    expect(reportMeasures(report({}), 'groups')).toEqual(['revenue', 'netRevenue']);
    const chosen = report({ measures: ['rows', 'no such', 'averageRevenue', 'rows'] });
    expect(reportMeasures(chosen)).toEqual(['rows', 'averageRevenue']);
    expect(reportMeasures(chosen, 'groups')).toEqual(['rows', 'averageRevenue']);
    expect(reportMeasures(report({ measures: ['revenue'] }, 'Test'))).toEqual([]);
  });

  it('loses the names that another kind of row does not have, and nothing else', () => {
    const config = {
      ...{ columns: ['revenue'], groups: ['industry'], measures: ['revenue', 'rows'], charts: ['industry'], other: 1 },
      filters: { industry: ['Food'], status: ['DRAFT'] },
    };
    expect(configOfKind('Order', config)).toEqual({ filters: { status: ['DRAFT'] }, other: 1 });
    expect(configOfKind('AgencyOrder', config)).toEqual({ ...config, filters: { industry: ['Food'] } });
  });

  it('of orders has their fields, groups, measures and labels', () => {
    const orders = report({ columns: ['amount', 'revenue'], groups: ['industry', 'status'] }, 'Order');
    expect(reportColumns(orders).map(({ label }) => label)).toEqual(['Amount']);
    expect([reportGroups(orders), reportMeasures(orders)]).toEqual([['status'], ['amount', 'orders', 'averageAmount']]);
    expect(rangeFields('Order').map(({ name }) => name)).toEqual(['submissionDate', 'amount', 'updatedAt']);
    const [status, amount] = ['status', 'amount'].map((name) =>
      reportFields('Order').find((each) => each.name === name),
    );
    expect(status && textInField(status, { status: 'PENDING' })).toBe('Pending');
    expect(amount && textInField(amount, { amount: 12.5 })).toBe('$12.50');
    expect(filterValueText('status', 'COMPLETE', undefined)).toBe('Complete');
  });

  it('describes the filters of its rows in words', () => {
    const filters = {
      industry: ['Food', null],
      fiscal_year: 2026,
      fiscal_year_month: { from: '2026-01', to: '2026-06' },
    };
    expect(reportFilterWords(report({ filters }), undefined)).toEqual([
      'Industry: Food, not specified',
      'Fiscal year: 2026',
      'Fiscal year month: from 2026-01 to 2026-06',
    ]);
    expect(reportFilterWords(report({}), undefined)).toEqual([]);
  });

  it('names the records of its filters with the groups of the summary', () => {
    const of = report({ filters: { channelId: ['one', 'two', 'three'], channelName: 'Radio' } }, 'Order');
    const groups = { value: 'one', name: 'Radio', rows: 1 };
    const by = { channel: [groups, { ...groups, value: 'two', detail: 'North' }] };
    expect(reportFilterWords(of, undefined)).toEqual(['Channel: …, …, …', 'Channel: Radio']);
    expect(reportFilterWords(of, { by })).toEqual([
      ...['Channel: Radio, Radio (North), without matching rows', 'Channel: Radio'],
    ]);
  });
});

describe('a date field of a row', () => {
  const dates = reportFields('AgencyOrder').filter(({ kind }) => kind === 'date');

  it('is filtered by a range', () => {
    expect(dates.map(({ name }) => name)).toEqual([
      'active_date',
      'bill_date',
      'date_first_bill',
      'date_renewal',
      'service_suspension_date',
    ]);
    for (const field of dates)
      expect([rangeKindOf(field), rangeFields('AgencyOrder').includes(field)]).toEqual(['date', true]);
  });

  it('is formatted for people', () => {
    const [field] = dates;
    expect(field && textInField(field, { active_date: '2026-03-31' })).toBe('3/31/26');
    expect(field && textInField(field, { active_date: null })).toBe('');
  });
});
