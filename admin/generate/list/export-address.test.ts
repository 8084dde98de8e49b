import { describe, expect, it } from 'vitest';
import { exportAddress } from './export-address.ts';

const columns: Parameters<typeof exportAddress>[0]['columns'] = [
  { name: 'name', kind: 'text' },
  { name: 'industry', kind: 'text' },
];
const list = {
  path: 'clients',
  filter: {},
  sort: { field: 'name', order: 'ASC' },
  columns,
  format: 'csv' as const,
  query: {},
};

describe('export address of a list', () => {
  it("has the list's sort order and columns", () => {
    expect(exportAddress(list)).toBe('/api/clients.csv?sort=name&columns=name%2Cindustry');
    expect(exportAddress({ ...list, sort: { field: 'updatedAt', order: 'DESC' } })).toContain('sort=-updatedAt');
  });

  it('has search and filters, several values separated by commas', () => {
    const filter = { q: 'blue & ridge', industry: 'Bakeries', id: ['a', 'b'], inactive: false, guild: null };
    const query = new URL(exportAddress({ ...list, filter }), 'http://localhost').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      sort: 'name',
      search: 'blue & ridge',
      industry: 'Bakeries',
      id: 'a,b',
      inactive: 'false',
      guild: 'null',
      columns: 'name,industry',
    });
  });

  it('has the operators of filters as dotted keys', () => {
    const filter = { industry: { not: ['Bakeries', 'Schools'] }, city: { contains: 'ridge' }, updatedAt: 'this_month' };
    const query = new URL(exportAddress({ ...list, filter }), 'http://localhost').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      'industry.not': 'Bakeries,Schools',
      'city.contains': 'ridge',
      updatedAt: 'this_month',
    });
  });

  it('populates the references in its columns', () => {
    const referring = { ...list, columns: [...columns, { name: 'channelId', kind: 'reference' as const }] };
    expect(exportAddress(referring)).toContain('populate=channel&columns=name%2Cindustry%2CchannelId');
  });

  it('keeps a filter value with a comma intact', () => {
    const filter = { q: 'ridge', industry: 'Food, drink' };
    const query = new URL(exportAddress({ ...list, filter }), 'http://localhost').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      sort: '["name","ASC"]',
      filter: JSON.stringify(filter),
      columns: 'name,industry',
    });
  });

  it('has the format and further parameters', () => {
    const address = exportAddress({ ...list, format: 'xlsx', query: { timeZone: 'America/New_York' } });
    expect(address).toBe('/api/clients.xlsx?sort=name&columns=name%2Cindustry&timeZone=America%2FNew_York');
  });

  it('leaves out empty filters', () => {
    expect(exportAddress({ ...list, filter: { q: '', industry: undefined, id: [] } })).toBe(exportAddress(list));
  });
});
