import { describe, expect, it } from 'vitest';
import {
  configWithSettings,
  defaultReportSettings,
  drillDown,
  isSameSettings,
  parseSettings,
  parseStoredSettings,
  periodComparisonOf,
  settingsToConfig,
  settingsToParams,
  toApiFilter,
  toSortParam,
  withFilter,
  wordsOfFilter,
} from './report-settings.ts';

const address =
  'industry=Food%2C+Drink&product_group=&fiscal_year_month.from=2026-01&revenue.to=500&columns=revenue,customer_name&compare=before&sort=-revenue';
const read = (text: string) => parseSettings(new URLSearchParams(text), 'AgencyOrder');

describe('report settings', () => {
  it('survive the round trip through the URL and through a config', () => {
    const settings = read(address);
    expect(settings).toEqual({
      filters: {
        industry: { value: 'Food, Drink' },
        product_group: { value: '' },
        fiscal_year_month: { from: '2026-01' },
        revenue: { to: '500' },
      },
      columns: ['revenue', 'customer_name'],
      comparison: 'before',
      sort: '-revenue',
    });
    expect(read(String(settingsToParams(settings)))).toEqual(settings);
    expect(parseStoredSettings(settingsToConfig(settings), 'AgencyOrder')).toEqual(settings);
    expect(isSameSettings(settings, defaultReportSettings)).toBe(false);
  });

  it('ignore unknown fields and values', () => {
    expect(read('constructor=1&no_such=2&columns=no_such&compare=tomorrow&test=x&sort=-test')).toEqual(
      defaultReportSettings,
    );
    expect(parseStoredSettings({ filters: { industry: 1 } }, 'AgencyOrder')).toEqual(defaultReportSettings);
    expect(String(settingsToParams(defaultReportSettings))).toBe('');
  });

  it('become a JSON filter for the API, so that a comma in a value stays one', () => {
    expect(JSON.parse(toApiFilter(read(address), 'AgencyOrder').filter ?? '')).toEqual({
      'data.industry': { from: 'Food, Drink', to: 'Food, Drink' },
      'data.product_group': { is: 'empty' },
      'data.fiscal_year_month': { from: '2026-01' },
      'data.revenue': { to: 500 },
    });
    expect(toApiFilter(defaultReportSettings, 'AgencyOrder')).toEqual({});
    const settings = read('revenue.from=(1,200.50)&revenue.to=$2,000.50&net_revenue.from=many');
    expect(JSON.parse(toApiFilter(settings, 'AgencyOrder').filter ?? '')).toEqual({
      'data.revenue': { from: -1200.5, to: 2000.5 },
      'data.net_revenue': { from: 'many' },
    });
    expect(['revenue', '-revenue', ''].map((sort) => toSortParam({ sort }, 'AgencyOrder'))).toEqual([
      'data.revenue',
      '-data.revenue',
      '',
    ]);
  });

  it('gain a filter when a bar is clicked, and lose it again', () => {
    const settings = drillDown(read('revenue.from=1'), 'salesChannel', 'Online');
    expect(String(settingsToParams(settings))).toBe('revenue.from=1&sales_channel=Online');
    expect(String(settingsToParams(withFilter(settings, 'sales_channel', undefined)))).toBe('revenue.from=1');
    expect(String(settingsToParams(withFilter(settings, 'sales_channel', {})))).toBe('revenue.from=1');
  });

  it('are described in words', () => {
    expect(wordsOfFilter('Industry', { value: 'Food' }, undefined)).toBe('Industry: Food');
    expect(wordsOfFilter('Revenue', { from: '1' }, undefined)).toBe('Revenue: from 1');
    expect(wordsOfFilter('Month', { value: '' }, undefined)).toBe('Month: not specified');
  });
});

describe('the config of a new report', () => {
  it('has the filters of the report and of the view, and the columns of the view', () => {
    const report = {
      kind: 'AgencyOrder' as const,
      config: { charts: ['industry'], columns: ['revenue'], filters: { industry: ['Food'] } },
    };
    const settings = {
      ...defaultReportSettings,
      columns: ['customer_name', 'revenue'],
      filters: { product_group: { value: 'Print' }, sales_channel: { value: '' }, revenue: { from: '100' } },
    };
    expect(configWithSettings(report, settings)).toEqual({
      charts: ['industry'],
      columns: ['customer_name', 'revenue'],
      filters: { industry: ['Food'], product_group: ['Print'], sales_channel: { is: 'empty' }, revenue: { from: 100 } },
    });
  });

  it('equals that of the report if nobody has changed the view', () => {
    expect(configWithSettings({ kind: 'AgencyOrder', config: {} }, defaultReportSettings)).toEqual({});
  });

  it('of a report about orders filter and sort the orders themselves, by exact values and days of a month', () => {
    const settings = parseSettings(
      new URLSearchParams('status=DRAFT&clientName=A%2C+B&sort=-amount&compare=before'),
      'Order',
    );
    expect(JSON.parse(toApiFilter(settings, 'Order').filter ?? '')).toEqual({
      status: 'DRAFT',
      clientName: { from: 'A, B', to: 'A, B' },
    });
    expect([settings.comparison, toSortParam(settings, 'Order')]).toEqual(['before', '-amount']);
    expect(drillDown(defaultReportSettings, 'submissionMonth', '2028-02').filters).toEqual({
      submissionDate: { from: '2028-02-01', to: '2028-02-29' },
    });
    const by = { submissionMonth: ['', '2028-01', '2028-02'].map((value) => ({ value, rows: 1 })) };
    const comparedWith = (filters: object) =>
      periodComparisonOf({ ...settings, filters: { ...filters } }, { by }, 'Order')?.settings.filters.submissionDate;
    expect(comparedWith({ submissionDate: { from: '2028-03-01', to: '2028-03-31' } })).toEqual({
      ...{ from: '2028-02-01', to: '2028-02-29' },
    });
    expect(comparedWith({ submissionDate: { from: '2028-02-10' } })).toEqual({ from: '2028-01-10', to: '2028-01-31' });
    // Without a range, the figures include orders that are not submitted.
    expect(comparedWith({})).toBeUndefined();
    expect(comparedWith({ submissionDate: { value: '' } })).toBeUndefined();
    expect(drillDown(defaultReportSettings, 'submissionMonth', '').filters).toEqual({ submissionDate: { value: '' } });
    expect(configWithSettings({ kind: 'Order', config: {} }, settings).filters).toEqual({
      status: ['DRAFT'],
      clientName: ['A, B'],
    });
  });
});
