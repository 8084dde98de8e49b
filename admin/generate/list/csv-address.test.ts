import { describe, expect, it } from 'vitest';
import { csvAddress } from './csv-address.ts';

const columns: Parameters<typeof csvAddress>[0]['columns'] = [
  { name: 'name', kind: 'text' },
  { name: 'industry', kind: 'text' },
];
const list = { path: 'clients', filter: {}, sort: { field: 'name', order: 'ASC' }, columns };

describe('the address of the CSV of a list', () => {
  it('carries its order and its columns', () => {
    expect(csvAddress(list)).toBe('/api/clients.csv?sort=name&columns=name%2Cindustry');
    expect(csvAddress({ ...list, sort: { field: 'updatedAt', order: 'DESC' } })).toContain('sort=-updatedAt');
  });

  it('carries its search and its filters, several values as a comma list', () => {
    const filter = { q: 'blue & ridge', industry: 'Bakeries', id: ['a', 'b'], inactive: false, guild: null };
    const query = new URL(csvAddress({ ...list, filter }), 'http://localhost').searchParams;
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

  it('asks for what it refers to by name', () => {
    const referring = { ...list, columns: [...columns, { name: 'channelId', kind: 'reference' as const }] };
    expect(csvAddress(referring)).toContain('populate=channel&columns=name%2Cindustry%2CchannelId');
  });

  it('keeps a value with a comma whole', () => {
    const filter = { q: 'ridge', industry: 'Food, drink' };
    const query = new URL(csvAddress({ ...list, filter }), 'http://localhost').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      sort: '["name","ASC"]',
      filter: JSON.stringify(filter),
      columns: 'name,industry',
    });
  });

  it('leaves out what is not asked for', () => {
    expect(csvAddress({ ...list, filter: { q: '', industry: undefined, id: [] } })).toBe(csvAddress(list));
  });
});
